import { dataset, operations, pageOf, type Operation } from '@columnist/contract';
import { z } from 'zod';
import type { Attacks, Registration, Rule } from './disclosure.ts';
import { aggregating, counting, describing, drawing } from './figures.ts';
import { hideInDataset } from './hide-small.ts';
import {
  associationAttacks,
  comparisonAttacks,
  distributionAttacks,
  methodRule,
  regressionAttacks,
  seriesAttacks,
  structureAttacks,
} from './methods.ts';
import { lookingOver, lookingForAlerts, profiling, recommending } from './quality.ts';

type Names = keyof (typeof operations)['datasets'];

const refused = (text: string): Rule => ({ refused: text });
const rows = refused('It shows single rows.');
const versions = refused('A version that differs by a few rows would tell about these.');
const links = refused('A shared result is open to anybody.');
const all = [{}] as const;
const one = [{}, { view: { filter: 'id = 7' } }] as const;
const fileAnswers: Rule = {
  show: (answer) =>
    answer === undefined ? answer : hideInDataset(z.looseObject(dataset.shape).parse(answer)),
};
const hideInMade = (answer: unknown): unknown => {
  const { dataset: made, ...rest } = operations.datasets.createFromText.output.parse(answer);
  return { ...rest, dataset: made === null ? null : hideInDataset(made) };
};
const hideInPage = (answer: unknown): unknown => {
  const page = pageOf(dataset).parse(answer);
  return { ...page, items: page.items.map(hideInDataset) };
};
/** Statements, conditions and problems may name values. */
const hideInLineage = (answer: unknown): unknown => {
  const whole = operations.datasets.lineage.output.parse(answer);
  return {
    ...whole,
    datasets: whole.datasets.map((one) => ({
      ...one,
      made: null,
      problem: null,
      notes: [],
      combination: null,
      sql: null,
    })),
  };
};
const nobody = '01900000-0000-7000-8000-000000000000';
const derived = {
  view: { derive: [{ name: 'n', expression: "if(name = 'Person7', salary, 0)" }] },
};
const reg = (rule: Rule, attacks: Attacks | 'file'): Registration => ({ rule, attacks });

/** By the name of each operation; the type leaves none out, and one that is not here is refused. */
export const rules: { readonly [Name in Names]: Registration } = {
  list: reg({ show: hideInPage }, [{}, { q: 'people' }]),
  get: reg(fileAnswers, all),
  create: reg(fileAnswers, 'file'),
  createFromText: reg({ show: hideInMade }, [
    { name: 'copy.csv', csv: 'id,name\n7,Somebody\n' },
    { name: 'copy.csv' },
  ]),
  commit: reg(fileAnswers, all),
  preview: reg(rows, all),
  reread: reg(versions, [{ delimiter: ',' }, { comment: '7' }, { skip_lines: 7 }]),
  import: reg(fileAnswers, 'file'),
  createFromUpload: reg(fileAnswers, 'file'),
  contents: reg(refused('It shows what the file holds.'), all),
  importTable: reg(versions, [{ table: 'Sheet2' }, { table: 'Sheet2', range: 'A1:B2' }]),
  addVersion: reg(versions, 'file'),
  listVersions: reg(versions, all),
  compareVersions: reg(versions, [{ from: 1, to: 1 }]),
  rowChanges: reg(rows, [
    { from: 1, to: 1, key: [] },
    { from: 1, to: 1, kind: 'changed' },
  ]),
  restoreVersion: reg(versions, [{ version: 1 }]),
  deleteVersion: reg(versions, [{ version: 1 }]),
  repairs: reg(rows, all),
  setColumns: reg(refused('What is set for a column can tell which values it has.'), [
    { columns: [{ name: 'dept', levels: ['sales'] }] },
    { columns: [{ name: 'id', type: 'category' }] },
  ]),
  dictionary: reg(refused('It names the values of columns.'), all),
  rename: reg(fileAnswers, [{ name: 'Person7.csv' }]),
  delete: reg('unanswered', all),
  restore: reg(fileAnswers, all),
  rows: reg(rows, one),
  analyze: reg({ disclose: (input) => Promise.resolve().then(() => describing(input)) }, [
    ...one,
    { plot: true },
    { quantiles: [0, 1] },
    { weights: 'id' },
    { trim: 0.49 },
    { columns: ['salary'], moments_type: 1 },
  ]),
  statistics: reg({ disclose: (input) => Promise.resolve().then(() => describing(input)) }, [
    ...one,
    { plot: true },
    { quantiles: [0, 1] },
  ]),
  frequencies: reg({ disclose: (input) => Promise.resolve().then(() => counting(input)) }, [
    { column: 'mail' },
    { column: 'name', order: 'value' },
    { column: 'salary' },
    { column: 'dept' },
    { column: 'mail', spellings: 'nearest' },
    { column: 'name', spellings: 'fingerprint' },
  ]),
  duplicates: reg(rows, [...one, { method: 'exact' }, { columns: ['name'], edits: 3 }]),
  aggregate: reg({ disclose: (input) => Promise.resolve().then(() => aggregating(input)) }, [
    { group_by: ['id', 'name', 'mail'], aggregates: [{ statistic: 'max', of: 'salary' }] },
    { group_by: ['name'], aggregates: [{ statistic: 'mean', of: 'salary' }] },
    { aggregates: [{ statistic: 'sum', of: 'salary', weights: 'id' }] },
    { aggregates: [{ statistic: 'sum', of: 'if(id = 7, salary, 0)' }] },
    { aggregates: [{ statistic: 'sum', of: 'salary * id' }] },
    { aggregates: [{ statistic: 'sum', of: '(salary - 400000 + 1e25) - 1e25', name: 'above' }] },
    { aggregates: [{ statistic: 'quantile', of: 'salary', p: 1 }] },
    { aggregates: [{ statistic: 'mode', of: 'mail' }] },
    { group_by: ['dept'], aggregates: [{ statistic: 'sum', of: 'salary' }], having: 'count < 5' },
    {
      group_by: ['dept', 'gender'],
      across: 'gender',
      aggregates: [{ statistic: 'sum', of: 'salary' }],
    },
    {
      group_by: [{ name: 'g', expression: "if(name = 'Person7', 1, 2)" }],
      aggregates: [{ statistic: 'sum', of: 'salary' }],
    },
    {
      group_by: [{ name: 'g', expression: 'salary' }],
      aggregates: [{ statistic: 'sum', of: 'g' }],
    },
    { aggregates: [{ statistic: 'sum', of: 'n' }], ...derived },
  ]),
  association: reg(methodRule(operations.datasets.association), associationAttacks),
  compareGroups: reg(methodRule(operations.datasets.compareGroups), comparisonAttacks),
  testDistribution: reg(methodRule(operations.datasets.testDistribution), distributionAttacks),
  fitRegression: reg(methodRule(operations.datasets.fitRegression), regressionAttacks),
  timeSeries: reg(methodRule(operations.datasets.timeSeries), seriesAttacks),
  structure: reg(methodRule(operations.datasets.structure), structureAttacks),
  compareDatasets: reg(versions, [{ other_version: 1 }, { other_version: 1, bins: 50 }]),
  recommendTest: reg({ disclose: (input) => Promise.resolve().then(() => recommending(input)) }, [
    { value: 'salary', by: 'dept' },
    { value: 'salary', by: 'name' },
    { value: 'salary', by: 'id', view: { filter: 'id = 7' } },
  ]),
  calculatePower: reg('open', [{ method: 'two_sample_t', effect: 0.5, power: 0.8 }]),
  runSql: reg(rows, [
    { sql: 'select * from "people.csv" where id = 7' },
    { sql: 'select avg(salary) from "people.csv" where id <> 7' },
    { sql: 'select count(*) from "people.csv"' },
    { sql: 'select * from "people.csv"', explain: true },
  ]),
  save: reg(rows, [
    { name: 'part.csv', sql: 'select * from "people.csv" where id <> 7' },
    { name: 'part.csv', view: { filter: 'id <> 7' } },
  ]),
  file: reg(rows, [
    { sql: 'select * from "people.csv" where id <> 7' },
    { view: { filter: 'id <> 7' }, format: 'parquet' },
  ]),
  // Joined with a table of guesses, rows that match would be cells that are known.
  combine: reg(rows, [
    { kind: 'append', sources: ['people.csv', 'people.csv'] },
    { kind: 'join', left: 'people.csv', right: 'people.csv', keys: [{ left: 'id', right: 'id' }] },
    {
      kind: 'join',
      how: 'anti',
      left: 'people.csv',
      right: 'people.csv',
      keys: [{ left: 'id', right: 'desk', as: 'text' }],
      name: 'part.csv',
    },
    { kind: 'unpivot', source: 'people.csv', columns: ['salary'], name: 'long.csv' },
    {
      kind: 'pivot',
      source: 'people.csv',
      rows: ['id'],
      names_from: 'dept',
      values_from: 'salary',
    },
  ]),
  lineage: reg({ show: hideInLineage }, all),
  rebuild: reg(versions, all),
  describeMethod: reg('open', [{ method: 'welch_t' }]),
  // Of what such credentials were answered alone.
  explain: reg('open', [{ answer_id: '0123456789abcd' }, { method: 'welch_t' }]),
  listTests: reg(refused('The tests of others were not asked with these limits.'), all),
  chart: reg({ disclose: drawing }, [
    { x: 'name', y: 'salary' },
    { x: 'salary' },
    { x: 'id', y: 'salary' },
    { x: 'dept', y: 'salary' },
    { x: 'name' },
  ]),
  pictures: reg(rows, one),
  overview: reg({ disclose: (input) => Promise.resolve().then(() => lookingOver(input)) }, one),
  download: reg(rows, all),
  export: reg(rows, one),
  saveRows: reg(rows, [{ name: 'part.csv' }, { name: 'part.csv', view: { filter: 'id <> 7' } }]),
  explainView: reg(refused('What the parts of a view do can tell about single rows.'), [
    derived,
    { view: { derive: [{ name: 'n', expression: 'to_number(name)' }] } },
  ]),
  listViews: reg(refused('The views of others name values.'), all),
  putView: reg(refused('Reading a view can tell about single rows.'), [
    { name: 'seven', view: { filter: 'id = 7' } },
  ]),
  deleteView: reg('open', [{ name: 'seven' }]),
  alerts: reg({ disclose: (input) => Promise.resolve().then(() => lookingForAlerts(input)) }, [
    ...one,
    { thresholds: { high_correlation: 0 } },
    { thresholds: { zeros: 0, missing: 0, mixed_types: 0, skewed: 0 } },
  ]),
  profile: reg({ disclose: (input) => Promise.resolve().then(() => profiling(input)) }, one),
  setAlertThresholds: reg(refused('Alerts by other thresholds would measure what they compare.'), [
    { high_correlation: 0 },
  ]),
  dismissAlert: reg(refused('Alerts name values.'), [{ key: 'unique:mail', reason: 'Seen.' }]),
  restoreAlert: reg(refused('Alerts name values.'), [{ key: 'unique:mail' }]),
  keepTest: reg(refused('The list of tests is read by people.'), [
    {
      question: {
        operation: 'compare_groups',
        options: { method: 'welch_t', value: 'salary', group: 'gender' },
      },
    },
  ]),
  report: reg(refused('Questions and notes of others name values.'), all),
  putReport: reg(refused('The report is read by people.'), [
    {
      revision: 0,
      items: [
        {
          question: {
            operation: 'compare_groups',
            options: { method: 'welch_t', value: 'salary', group: 'gender' },
          },
        },
      ],
    },
  ]),
  share: reg(links, [
    {
      question: {
        operation: 'compare_groups',
        options: { method: 'welch_t', value: 'salary', group: 'gender' },
      },
    },
  ]),
  shares: reg(links, all),
  renewShare: reg(links, [{ share_id: nobody }]),
  revokeShare: reg('open', [{ share_id: nobody }]),
  shared: reg('open', [{ token: 'gSx4FQy0aYx2wqv1' }]),
};

const byPath: ReadonlyMap<string, Registration> = new Map(
  Object.entries(rules).map(([name, one]) => [`datasets.${name}`, one]),
);

/** What is to be tried on an operation. */
export const attacksOf = (
  operation: Pick<Operation, 'path'>,
): Registration['attacks'] | undefined => byPath.get(operation.path)?.attacks;

export const ruleOf = (operation: Pick<Operation, 'path'>): Rule | undefined =>
  operation.path.startsWith('datasets.') ? byPath.get(operation.path)?.rule : 'open';
