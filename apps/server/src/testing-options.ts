import { allOperations, everyMethod, exampleInputs, operations } from '@columnist/contract';

/** A command that is answered of the table `birds`, taken apart. */
export interface Question {
  /** The verb, and the method where it has several. */
  readonly name: string;
  readonly operands: readonly string[];
  readonly input: Readonly<Record<string, unknown>>;
  readonly takesTable: boolean;
}

const better: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  frequencies: { column: 'gappy' },
  'test proportions': { group: 'before' },
};

/** Asked of a server alone; and SQL, whose tables are in its statement. */
const onServer: ReadonlySet<string> = new Set(
  [
    operations.datasets.list,
    operations.datasets.get,
    operations.datasets.lineage,
    operations.datasets.explain,
    operations.datasets.combine,
    operations.datasets.runSql,
  ].map(({ path }) => path),
);

/** A question of every verb that is answered of a file or of nothing, and of every method. */
export const questions: readonly Question[] = allOperations.flatMap((operation): Question[] => {
  const { cli, path, rest } = operation;
  if (cli === undefined || onServer.has(path)) return [];
  const methods = everyMethod.filter(([name]) => path === `datasets.${name}`);
  const examples =
    methods.length === 0
      ? [exampleInputs('')[path] ?? {}]
      : methods.map(([, { method, example }]) => ({ method, ...example }));
  return examples.map((example) => {
    const { id: _, view: __, ...input } = { view: undefined, id: undefined, ...example };
    const method = 'method' in input && methods.length > 0 ? ` ${input.method}` : '';
    const name = `${cli.verb}${method}`;
    return {
      name,
      operands: [...cli.operands],
      input: { ...input, ...better[name] },
      takesTable: rest?.path.includes('{id}') === true,
    };
  });
});

/** The question as it is written, of this file or dataset, without one field and with more. */
export function written(
  { name, operands, input, takesTable }: Question,
  data: string,
  without = '',
  more: readonly string[] = [],
): string[] {
  const [verb = ''] = name.split(' ');
  const fields = Object.entries(input).filter(([field]) => field !== without);
  const text = (value: unknown): string =>
    typeof value === 'string' ? value : JSON.stringify(value);
  const option = (field: string): string => `--${field.replaceAll('_', '-')}`;
  return [
    verb,
    ...(takesTable ? [data] : []),
    ...operands.flatMap((operand) => (input[operand] === undefined ? [] : [text(input[operand])])),
    ...fields.flatMap(([field, value]) => {
      if (operands.includes(field)) return [];
      if (value === true) return [option(field)];
      return value === false
        ? [`--no-${field.replaceAll('_', '-')}`]
        : [option(field), text(value)];
    }),
    ...more,
  ];
}

const columns = ['mass', 'wing', 'bill', 'kind', 'sex', 'before', 'after', 'day', 'gappy'];
const lists = [
  ['mass', 'bill'],
  ['bill', 'wing'],
  ['kind', 'sex'],
  ['before', 'sex'],
  ['wing', 'mass', 'bill'],
  ['gappy', 'wing'],
  ['gappy'],
  ['bill'],
  ['kind'],
];
const folds = ['--folds', '5'];
const weekly = ['--every', 'week'];

type Alternative = readonly [beside: readonly string[], values: readonly string[]];
const alone = (...values: string[]): Alternative => [[], values];

/** Values that change an answer; the first part is said of both questions. */
const special: Readonly<Record<string, readonly Alternative[]>> = {
  where: [alone('wing > 190'), alone("day < '2025-02-20'")],
  view: [alone('{"filter":"wing > 190"}'), alone(`{"filter":"day < '2025-02-20'"}`)],
  sample: [alone('40')],
  derive: [alone('more=nonsense((')],
  'by-adjust': ['kind', 'after'].map((name): Alternative => [['--by', name], ['none']]),
  groups: ['["male","female"]', '["adelie","gentoo"]', '["low","high"]'].map((one) => alone(one)),
  predict: [alone('{"wing":200,"kind":"adelie","mass":4000,"bill":31}')],
  seed: [[folds, ['7']], alone('7')],
  stratify: [[folds, []]],
  'test-share': [alone('0.3')],
  event: [alone('female'), [['--success', 'low'], ['before']]],
  success: [alone('female')],
  aggregate: [
    [weekly, ['sum']],
    [weekly, ['max']],
  ],
  gaps: [[['--where', "day <> '2025-01-20'"], ['linear']]],
  every: [alone('week'), alone('month')],
  thresholds: [alone('{"missing":0.9}')],
  aggregates: [alone('{"statistic":"count"}')],
  having: [alone('mean_mass > 4100')],
  sort: [alone('mean_mass:desc'), alone('mean_mass:asc'), alone('mass:desc')],
  distribution: [alone('{"name":"normal","mean":4100,"sd":600}')],
  expected: [alone('{"gentoo":0.5,"adelie":0.25,"chinstrap":0.25}')],
  high: [alone('250'), alone('1.5')],
  width: [alone('800')],
  'sums-of-squares': [alone('1'), alone('3')],
  p1: [alone('0.3')],
  p2: [alone('0.95')],
  'seasonal-window': [alone('7'), alone('13')],
  x: [...columns.map((name) => alone(name)), alone('after', '--y', 'before')],
  y: [...columns.map((name) => alone(name)), alone('before', '--x', 'after')],
};

/** What an option may be given, of the kind that its help says; and what is said beside it. */
export function alternatives(option: string, argument: string): readonly Alternative[] {
  const flag = `--${option}`;
  const given = (...values: string[]): Alternative => [[], [flag, ...values]];
  const own = special[option]?.map(([beside, values]): Alternative => [beside, [flag, ...values]]);
  if (own !== undefined) return own;
  if (argument === '') {
    const no = `--no-${option}`;
    // A correction is one of tables of two by two.
    return [given(), alone(no), [['--x', 'sex', '--y', 'before'], [no]]];
  }
  if (argument.includes('|')) return argument.split('|').map((choice) => given(choice));
  if (argument === 'N' || argument === 'N …')
    return ['0.2', '0.9', '2', '3', '5', '12'].map((number) => given(number));
  const named =
    argument === 'TEXT …'
      ? lists.map((names) => given(JSON.stringify(names)))
      : columns.map((name) => given(name));
  return [...named, alone()];
}

/**
 * Options that change no figure of this question and table: methods without an interval take its
 * level, and what needs texts that are nearly alike, a simulation or a cycle finds none here.
 */
export const inert: Readonly<Record<string, readonly string[]>> = {
  duplicates: ['edits'],
  frequencies: ['spellings'],
  recommend: ['paired'],
  'test fisher_exact': ['seed'],
  'test mahalanobis_outliers': ['confidence-level'],
  'series overview': ['confidence-level', 'gaps', 'time'],
  'series stl': ['confidence-level', 'by', 'by-adjust', 'time', 'every', 'aggregate', 'sample'],
  'structure principal_components': ['confidence-level'],
  'structure k_means': ['confidence-level'],
};
