import { aggregation, AppError, chart, columnType, dataset, description, findColumn, frequencies, operations, pageOf, testResult, type DatasetColumn, type Operation, type View } from '@columnist/contract';
import { z } from 'zod';
import { hideInDataset, hideInDescription, showGroups } from './hide-small.ts';
import { fewestRows } from './judge-rows.ts';
import { checkGrouping, measureOf } from './read-measure.ts';

type Grouping = string | { readonly name: string; readonly expression: string };

/** What an answer to a credential that may not read rows would be about, and how it is given. */
export interface Disclosure {
  readonly id: string;
  readonly view: View | undefined;
  /** Columns whose figures are answered. */
  readonly columns: readonly string[];
  /** Only rows that have a value in all columns are used. */
  readonly together?: boolean;
  readonly by: readonly Grouping[];
  /** Rows without a group are not used. */
  readonly grouped?: boolean;
  /** What becomes of small groups: the rest is answered, or nothing; columns of few values lose their figures. */
  readonly small: 'withheld' | 'refused' | 'hidden';
  /** Rows of each group at least. */
  readonly fewest: number;
  /** Whether all rows must be used. */
  readonly complete?: boolean;
  /** The input with the view as it is, whatever its saved view becomes meanwhile. */
  readonly ask: (view: View | undefined) => unknown;
  readonly show: (answer: unknown, groups: ShownGroups) => unknown;
}

export interface ShownGroups {
  /** Whether a group of so many rows, with so many values of each column, is shown. */
  readonly shows: (rows: number, values: readonly number[]) => boolean;
  readonly hidden: number;
}

/** `open`: nothing of the cells is answered. A text: why it is refused. */
export type Rule = 'open' | { readonly refused: string } | { readonly show: (answer: unknown) => unknown } | { readonly disclose: (input: unknown, columns: (id: string) => Promise<readonly DatasetColumn[]>) => Promise<Disclosure | null> };

const one = { by: [], small: 'refused', fewest: 10 } as const;
const show = (answer: unknown): unknown => answer;
const refused = (text: string): Rule => ({ refused: text });
const rows = refused('It shows single rows.');
const versions = refused('A version that differs by a few rows would tell about these.');
const fileAnswers: Rule = { show: (answer) => (answer === undefined ? answer : hideInDataset(z.looseObject(dataset.shape).parse(answer))) };
const hideInMade = (answer: unknown): unknown => {
  const { dataset: made, ...rest } = operations.datasets.createFromText.output.parse(answer);
  return { ...rest, dataset: made === null ? null : hideInDataset(made) };
};
const hideInPage = (answer: unknown): unknown => {
  const page = pageOf(dataset).parse(answer);
  return { ...page, items: page.items.map(hideInDataset) };
};
const noAssumptions = (answer: unknown): unknown => ({ ...testResult.parse(answer), assumptions: [], recommendation: null });

const noColumn = (): AppError => new AppError('forbidden', 'This picture shows single rows or small groups, which this credential may not see.', { fix: 'Draw a number in groups, or a category alone.' });

function describing(input: unknown): Disclosure | null {
  const asked = z.union([operations.datasets.analyze.input, operations.datasets.statistics.input]).parse(input);
  if ('data' in asked || 'file' in asked) return null;
  if (asked.weights !== undefined) throw new AppError('forbidden', 'Weighted figures combine two columns, which a credential that may not read rows cannot ask for.', { fix: 'Leave out weights.' });
  return {
    id: 'id' in asked ? asked.id : asked.dataset_id, view: asked.view, columns: asked.columns ?? ['*'], by: [], small: 'hidden', fewest: fewestRows,
    ask: (view) => ({ ...asked, view, plot: false, correlations: false, trim: 0.1 }), show: (answer) => hideInDescription(description.parse(answer)),
  };
}

function aggregating(input: unknown): Disclosure {
  const asked = operations.datasets.aggregate.input.parse(input);
  if (asked.having !== undefined || asked.across !== undefined) throw new AppError('forbidden', "A credential that may not read rows has no 'having' and no 'across': they would tell about groups that are left out.", { fix: 'Choose among the groups of the answer.' });
  if (asked.aggregates.length > 15) throw new AppError('too_complex', 'A credential that may not read rows asks for at most 15 aggregates in one call.');
  for (const by of asked.group_by) if (typeof by !== 'string') checkGrouping(by.expression);
  const measures = asked.aggregates.map(({ statistic, of, p }) => ({ expression: of, column: of === undefined ? null : measureOf(of), p: quantileOf(statistic, p) }));
  const expressions = [...new Set(measures.flatMap(({ expression }) => expression ?? []))];
  const columns = [...new Set(measures.flatMap(({ column }) => column ?? []))];
  const counts = [{ statistic: 'count' as const, name: '.rows' }, ...expressions.map((of, i) => ({ statistic: 'n' as const, of, name: `.n${i}` }))];
  const placed = expressions.map((of) => columns.indexOf(measureOf(of)));
  return {
    id: asked.id, view: asked.view, columns, by: asked.group_by, small: 'withheld', fewest: fewestRows,
    ask: (view) => ({ ...asked, view, aggregates: [...asked.aggregates, ...counts], limit: 1000 }),
    show: (answer, { shows, hidden }) => showGroups(aggregation.parse(answer), {
      hidden, counts: counts.length, limit: asked.limit,
      statistics: measures.map(({ expression, p }) => ({ p, count: expression === undefined ? 0 : expressions.indexOf(expression) })),
      shows: (n, values) => shows(n, columns.map((_, i) => values[placed.indexOf(i)] ?? n)),
    }),
  };
}

/** The share below which a statistic lies, or the nearer one of two; null for those that are of all values alike. Throws forbidden for extremes and what few values decide. */
function quantileOf(statistic: string, p = 0.5): number | null {
  const shares: Readonly<Record<string, number>> = { q1: 0.25, median: 0.5, q3: 0.75, iqr: 0.25, quantile: p };
  if (['count', 'n', 'missing', 'sum', 'mean', 'mean_ci_low', 'mean_ci_high', 'standard_error', 'sd', 'variance', 'true_count', 'true_share'].includes(statistic)) return null;
  const share = shares[statistic];
  if (share === undefined) throw new AppError('forbidden', `'${statistic}' can be the value of a single row, which this credential may not see.`, { fix: 'Ask for n, sum, mean, sd, variance, median or a quantile that 5 rows reach.' });
  return share;
}

function counting(input: unknown): Disclosure {
  const asked = operations.datasets.frequencies.input.parse(input);
  return {
    id: asked.id, view: asked.view, columns: [], by: [asked.column], small: 'withheld', fewest: fewestRows,
    ask: (view) => ({ ...asked, view, limit: 1000 }),
    show: (answer, { shows, hidden }) => {
      const found = frequencies.parse(answer);
      const items = found.items.filter(({ n }) => shows(n, [])).slice(0, asked.limit);
      let share = 0;
      return { ...found, items: items.map((item) => ({ ...item, cumulative_share: (share += item.share) })), others: { values: found.distinct - items.length, n: found.n - items.reduce((sum, { n }) => sum + n, 0) }, ...(hidden === 0 ? {} : { groups_withheld: hidden }) };
    },
  };
}

async function drawing(input: unknown, columnsOf: (id: string) => Promise<readonly DatasetColumn[]>): Promise<Disclosure> {
  const asked = operations.datasets.chart.input.parse(input);
  const known = await columnsOf(asked.id);
  const drawn = [...new Set([asked.x, ...(asked.y === undefined ? [] : [asked.y])])].map((name) => findColumn(known, name));
  const groups = drawn.filter(({ type }) => type === columnType.enum.category || type === columnType.enum.boolean);
  const numbers = drawn.filter(({ type }) => type === columnType.enum.number);
  if (groups.length === 0 || groups.length + numbers.length < drawn.length) throw noColumn();
  return { id: asked.id, view: asked.view, columns: numbers.map(({ name }) => name), by: groups.map(({ name }) => name), small: 'refused', fewest: fewestRows, ask: (view) => ({ ...asked, view }), show: (answer) => chart.parse(answer) };
}

function comparing(input: unknown): Disclosure {
  const asked = operations.datasets.compareGroups.input.parse(input);
  const { id } = asked;
  const ask = (view: View | undefined): unknown => ({ ...asked, view });
  switch (asked.method) {
    case 'welch_t':
    case 'student_t':
    case 'tost':
    case 'anova':
    case 'welch_anova':
      return { ...one, id, view: asked.view, columns: [asked.value], by: [asked.group], grouped: true, ask, show: noAssumptions };
    case 'one_sample_t':
    case 'tost_one_sample':
      return { ...one, id, view: asked.view, columns: [asked.value], ask, show: noAssumptions };
    case 'paired_t':
    case 'tost_paired':
      return { ...one, id, view: asked.view, columns: [asked.value, asked.other], together: true, ask, show: noAssumptions };
    default:
      throw noMethod(asked.method, 'welch_t, student_t, tost, anova, welch_anova, one_sample_t, tost_one_sample, paired_t and tost_paired');
  }
}

/** Each pair gives a sum of products: one equation a column, so there must be many more rows than columns, and no filter. */
async function correlating(input: unknown, columnsOf: (id: string) => Promise<readonly DatasetColumn[]>): Promise<Disclosure> {
  const asked = operations.datasets.association.input.parse(input);
  if (asked.method !== 'pearson' || asked.columns.length !== 2) throw noMethod(asked.method, 'pearson of two columns, of all rows');
  const known = await columnsOf(asked.id);
  return { ...one, id: asked.id, view: asked.view, columns: asked.columns, together: true, complete: true, fewest: 10 + known.length, ask: (view) => ({ ...asked, view }), show };
}

const noMethod = (method: string, methods: string): AppError => new AppError('forbidden', `'${method}' can show what single rows have, which this credential may not see.`, { fix: `Such a credential has ${methods}.` });

/** By the path of each operation; one that is not here is refused. */
export const rules: ReadonlyMap<string, Rule> = new Map<Operation['path'], Rule>([
  ['datasets.list', { show: hideInPage }], ['datasets.get', fileAnswers], ['datasets.create', fileAnswers], ['datasets.commit', fileAnswers], ['datasets.rename', fileAnswers], ['datasets.restore', fileAnswers],
  ['datasets.createFromText', { show: hideInMade }], ['datasets.delete', 'open'],
  ['datasets.reread', versions], ['datasets.addVersion', versions], ['datasets.restoreVersion', versions], ['datasets.compareVersions', versions], ['datasets.listVersions', versions], ['datasets.deleteVersion', versions],
  ['datasets.preview', rows], ['datasets.repairs', rows], ['datasets.rows', rows], ['datasets.download', rows], ['datasets.export', rows], ['datasets.saveRows', rows], ['datasets.pictures', rows], ['datasets.overview', rows],
  ['datasets.alerts', rows], ['datasets.profile', rows], ['datasets.setAlertThresholds', 'open'], ['datasets.dismissAlert', refused('Alerts name values.')], ['datasets.restoreAlert', refused('Alerts name values.')],
  ['datasets.explainView', refused('What the parts of a view do can tell about single rows.')], ['datasets.listViews', refused('The views of others name values.')], ['datasets.putView', refused('Reading a view can tell about single rows.')], ['datasets.deleteView', 'open'],
  ['datasets.analyze', { disclose: (input) => Promise.resolve().then(() => describing(input)) }], ['datasets.statistics', { disclose: (input) => Promise.resolve().then(() => describing(input)) }],
  ['datasets.aggregate', { disclose: (input) => Promise.resolve().then(() => aggregating(input)) }], ['datasets.frequencies', { disclose: (input) => Promise.resolve().then(() => counting(input)) }],
  ['datasets.chart', { disclose: drawing }], ['datasets.compareGroups', { disclose: (input) => Promise.resolve().then(() => comparing(input)) }], ['datasets.association', { disclose: correlating }],
  ['datasets.testDistribution', refused('It orders single values.')], ['datasets.fitRegression', refused('A coefficient can be decided by a few rows.')], ['datasets.timeSeries', refused('Each moment is a row.')], ['datasets.structure', refused('It gives each row a place.')],
  ['datasets.compareDatasets', versions], ['datasets.recommendTest', refused('It looks at the values of small groups.')], ['datasets.calculatePower', 'open'], ['datasets.listTests', refused('The tests of others were not asked with these limits.')],
  ['datasets.share', refused('A shared result is open to anybody.')], ['datasets.shares', refused('A shared result is open to anybody.')], ['datasets.renewShare', refused('A shared result is open to anybody.')], ['datasets.revokeShare', 'open'], ['datasets.shared', 'open'],
]);

export const ruleOf = (operation: Pick<Operation, 'path'>): Rule | undefined => (operation.path.startsWith('datasets.') ? rules.get(operation.path) : 'open');
