import { describeOptions, resultTable } from '@columnist/contract';
import { z } from 'zod';

/** One table of an answer; numbers as they are. */
export interface AnswerTable {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Value[])[];
}
export type Value = string | number | boolean | null;

const value = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const flat = z.record(z.string(), z.unknown());
const page = z.looseObject({
  columns: z.array(z.looseObject({ name: z.string() })),
  items: z.array(z.array(value)),
});
const result = z.looseObject({
  sentence: z.string(),
  apa: z.string(),
  tables: z.array(resultTable),
});

/** What was used and how: true of every answer, and in its JSON. */
const provenance = new Set([
  'engine_version',
  'view',
  'view_in_words',
  'view_effects',
  'n_excluded',
  'method',
  'picture',
  'pictures',
  'code',
  'storage',
  'mode',
  'spec',
  'png',
]);

/** What is written as sentences, before the tables. */
const said = new Set(['sentence', 'apa']);

/** What an answer consists of, as people read it; what is nested deeper is in its JSON alone. */
export interface AnswerParts {
  /** Single figures with their names. */
  readonly facts: readonly (readonly [string, Value])[];
  readonly lists: readonly AnswerTable[];
  /** Of a result, as the method lays them out. */
  readonly tables: readonly AnswerTable[];
}

/** What is too long for a table of what a question and its answer were. */
const long = new Set(['view', 'code']);

/** An answer taken apart; without what is `hidden`. */
export function partsOf(answer: unknown, hidden: ReadonlySet<string> = provenance): AnswerParts {
  const rows = page.safeParse(answer);
  if (rows.success) {
    const { columns, items } = rows.data;
    return {
      facts: [],
      lists: [],
      tables: [{ title: '', columns: columns.map(({ name }) => name), rows: items }],
    };
  }
  if (Array.isArray(answer)) return { facts: [], lists: [], tables: [listOf('', answer)] };
  const fields = flat.safeParse(answer);
  if (!fields.success) return { facts: [], lists: [], tables: [] };
  const only = onlyPart(fields.data);
  if (only !== null) return partsOf(only, long);
  const found = result.safeParse(answer);
  const shown = Object.entries(fields.data).filter(
    ([name]) => !hidden.has(name) && !said.has(name) && !(found.success && name === 'tables'),
  );
  const own = listsIn(shown);
  const nested = shown.flatMap(([, one]) => Object.entries(flat.catch({}).parse(one)));
  const isThere = (table: AnswerTable): boolean => table.rows.length > 0;
  return {
    facts: (hidden === long ? shown.flatMap(spread) : shown).flatMap(([name, one]) =>
      factsOf(name, one),
    ),
    // What an answer without lists of its own is about is one level deeper, as pairs in a matrix.
    lists: [
      ...(own.length > 0 || found.success ? own : listsIn(nested)),
      ...correlationsIn(fields.data['correlations']),
    ].filter(isThere),
    tables: (found.success ? found.data.tables : []).filter(isThere),
  };
}

/** What an answer holds that is one object, and nothing beside it; null where there is more. */
function onlyPart(fields: Readonly<Record<string, unknown>>): unknown {
  const [first, ...others] = Object.values(fields).filter((one) => one !== null);
  return others.length === 0 && flat.safeParse(first).success ? first : null;
}

/** Fields of an object, by its name and theirs. */
const spread = ([name, one]: readonly [string, unknown]): (readonly [string, unknown])[] => {
  const fields = flat.safeParse(one);
  return fields.success && !measure.safeParse(one).success
    ? Object.entries(fields.data).map(([part, value]) => [`${name} ${part}`, value] as const)
    : [[name, one]];
};

/** An answer in the tables that people read. */
export function tablesOf(answer: unknown): AnswerTable[] {
  const { facts, lists, tables } = partsOf(answer);
  return [
    ...(facts.length === 0 ? [] : [{ title: '', columns: ['', ''], rows: facts }]),
    ...lists,
    ...tables,
  ];
}

/** Fields that are lists of objects. */
const listsIn = (fields: readonly (readonly [string, unknown])[]): AnswerTable[] =>
  fields.flatMap(([name, one]) =>
    Array.isArray(one) && one.some((item) => flat.safeParse(item).success)
      ? [listOf(name, one)]
      : [],
  );

const matrix = z.looseObject({
  pairs: z.array(
    z.looseObject({
      x: z.string(),
      y: z.string(),
      n_used: z.int(),
      estimate: z.number().nullable(),
      p_value: z.number().nullable(),
    }),
  ),
});
const matrices = z.object({ pearson: matrix, spearman: matrix });

/** The correlations of a description: a line for each pair of columns. */
function correlationsIn(given: unknown): AnswerTable[] {
  const found = matrices.safeParse(given);
  if (!found.success) return [];
  const { pearson, spearman } = found.data;
  return [
    {
      title: 'correlations',
      columns: ['x', 'y', 'pearson', 'p_pearson', 'spearman', 'p_spearman', 'n'],
      rows: pearson.pairs.map(({ x, y, n_used: n, estimate, p_value: p }) => {
        const ranks = spearman.pairs.find((pair) => pair.x === x && pair.y === y);
        return [x, y, estimate, p, ranks?.estimate ?? null, ranks?.p_value ?? null, n];
      }),
    },
  ];
}

/** The sentence of a finding and its form in APA style, where the answer has them. */
export function sentencesOf(answer: unknown): string[] {
  const found = result.safeParse(answer);
  if (found.success) return [found.data.sentence, found.data.apa];
  const one = z.looseObject({ sentence: z.string() }).safeParse(answer);
  return one.success ? [one.data.sentence] : [];
}

const measure = z.looseObject({ name: z.string(), value: z.number().nullable() });
const interval = z.object({ level: z.number(), low: value, high: value });

function factsOf(name: string, given: unknown): [string, Value][] {
  const single = value.safeParse(given);
  // What is not there says nothing here, and the figure itself is beside its text.
  if (given === null || name === 'p_text') return [];
  if (single.success) return [[name.replaceAll('_', ' '), single.data]];
  const measured = measure.safeParse(given);
  if (!measured.success) {
    if (Array.isArray(given) && given.length > 0 && given.every((one) => typeof one === 'number'))
      return [[name.replaceAll('_', ' '), given.map(short).join(', ')]];
    return [];
  }
  const ci = interval.safeParse(measured.data['ci']);
  return [
    [measured.data.name, measured.data.value],
    ...(ci.success
      ? [
          [
            `${measured.data.name}, interval`,
            `${short(ci.data.low)} to ${short(ci.data.high)}`,
          ] as [string, Value],
        ]
      : []),
  ];
}

const quantileList = z.array(z.object({ p: z.number(), value: z.number() }));
const { quantiles: usual } = z.object(describeOptions).parse({});

/** Those that were asked for; nine others would make every table of figures too wide. */
const quantileCells = (given: z.output<typeof quantileList>): [string, Value][] =>
  given.map(({ p }) => p).join() === usual.join()
    ? []
    : given.map(({ p, value: at }) => [`quantile_${p}`, at]);

/** Seven significant digits. */
const short = (one: Value): string =>
  typeof one === 'number' ? String(Number(one.toPrecision(7))) : String(one ?? '∞');

/** Objects as rows, with a column for each field that holds single values, two for an interval. */
function listOf(title: string, items: readonly unknown[]): AnswerTable {
  const objects = items.map((item) =>
    Object.fromEntries(Object.entries(flat.catch({ value: item }).parse(item)).flatMap(cellsOf)),
  );
  const names = new Set(objects.flatMap((object) => Object.keys(object)));
  // A field that no item has says nothing.
  const columns = [...names].filter((name) =>
    objects.some((object) => (object[name] ?? null) !== null),
  );
  return {
    title: title.replaceAll('_', ' '),
    columns,
    rows: objects.map((object) => columns.map((name) => object[name] ?? null)),
  };
}

function cellsOf([name, given]: readonly [string, unknown]): [string, Value][] {
  if (provenance.has(name)) return [];
  const single = value.safeParse(given);
  if (single.success) return [[name, single.data]];
  const quantiles = quantileList.safeParse(given);
  if (name === 'quantiles' && quantiles.success) return quantileCells(quantiles.data);
  const bounds = interval.safeParse(given);
  return bounds.success
    ? [
        [`${name}_low`, bounds.data.low],
        [`${name}_high`, bounds.data.high],
      ]
    : [];
}
