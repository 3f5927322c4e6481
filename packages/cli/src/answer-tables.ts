import { resultTable } from '@columnist/contract';
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

/** An answer in the tables that people read; what is nested deeper is in its JSON alone. */
export function tablesOf(answer: unknown): AnswerTable[] {
  const rows = page.safeParse(answer);
  if (rows.success)
    return [
      { title: '', columns: rows.data.columns.map(({ name }) => name), rows: rows.data.items },
    ];
  if (Array.isArray(answer)) return [listOf('', answer)];
  const fields = flat.safeParse(answer);
  if (!fields.success) return [];
  const found = result.safeParse(answer);
  const { sentence: _sentence, apa: _apa, tables: _tables, ...others } = fields.data;
  const shown = Object.entries(found.success ? others : fields.data).filter(
    ([name]) => !provenance.has(name),
  );
  const facts = shown.flatMap(([name, one]) => factsOf(name, one));
  const lists = shown.flatMap(([name, one]) =>
    Array.isArray(one) && one.some((item) => flat.safeParse(item).success)
      ? [listOf(name, one)]
      : [],
  );
  return [
    ...(facts.length === 0 ? [] : [{ title: '', columns: ['', ''], rows: facts }]),
    ...lists,
    ...(found.success ? found.data.tables : []),
  ].filter((table) => table.rows.length > 0);
}

/** The sentence of a finding and its form in APA style, where the answer has them. */
export function sentencesOf(answer: unknown): string[] {
  const found = result.safeParse(answer);
  if (found.success) return [found.data.sentence, found.data.apa];
  const said = z.looseObject({ sentence: z.string() }).safeParse(answer);
  return said.success ? [said.data.sentence] : [];
}

const measure = z.looseObject({ name: z.string(), value: z.number().nullable() });
const interval = z.object({ low: value, high: value });

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

/** Seven significant digits. */
const short = (one: Value): string =>
  typeof one === 'number' ? String(Number(one.toPrecision(7))) : String(one ?? '∞');

/** Objects as rows, with a column for each field that holds single values. */
function listOf(title: string, items: readonly unknown[]): AnswerTable {
  const objects = items.map((item) => flat.catch({ value: item }).parse(item));
  const names = new Set(
    objects.flatMap((object) =>
      Object.entries(object)
        .filter(([name, one]) => value.safeParse(one).success && !provenance.has(name))
        .map(([name]) => name),
    ),
  );
  // A field that no item has says nothing.
  const columns = [...names].filter((name) =>
    objects.some((object) => object[name] !== null && object[name] !== undefined),
  );
  return {
    title: title.replaceAll('_', ' '),
    columns,
    rows: objects.map((object) =>
      columns.map((name) => value.catch(null).parse(object[name] ?? null)),
    ),
  };
}
