import { z } from 'zod';

/** Anything that JSON can hold. */
export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [key: string]: Json };
export const json: z.ZodType<Json> = z.lazy(() =>
  z.union([
    z.null(),
    z.boolean(),
    z.number(),
    z.string(),
    z.array(json),
    z.record(z.string(), json),
  ]),
);

/** JSON of unknown origin. */
export const jsonOf = (value: unknown): Json =>
  json.parse(JSON.parse(JSON.stringify(value ?? null)));

export const isRecord = (value: Json | undefined): value is { readonly [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

/** Lists of an answer whose members are known by a name. */
const named: Readonly<Record<string, string>> = {
  effects: 'name',
  tables: 'title',
  pictures: 'title',
  n_excluded: 'reason',
};

/**
 * An answer in the form in which references give theirs: members of lists by their names, of tables
 * the rows alone.
 */
export function keyed(answer: Json): Json {
  if (!isRecord(answer)) return answer;
  return Object.fromEntries(
    Object.entries(answer).map(([key, value]): [string, Json] => {
      const name = named[key];
      if (name === undefined || !Array.isArray(value)) return [key, value];
      return [
        key,
        Object.fromEntries(
          value.filter(isRecord).map((one): [string, Json] => {
            const { [name]: label, ...rest } = one;
            return [
              textOf(label),
              key === 'tables'
                ? (rest['rows'] ?? null)
                : key === 'n_excluded'
                  ? (rest['n'] ?? null)
                  : rest,
            ];
          }),
        ),
      ];
    }),
  );
}

/** Titles of columns of the tables of an answer, by the title of the table. */
export function columnsOf(answer: Json): ReadonlyMap<string, readonly string[]> {
  const tables = isRecord(answer) ? answer['tables'] : undefined;
  return new Map(
    (Array.isArray(tables) ? tables : [])
      .filter(isRecord)
      .map((one) => [
        textOf(one['title']),
        (Array.isArray(one['columns']) ? one['columns'] : []).map(textOf),
      ]),
  );
}

/** A value of an answer and where it is. */
export interface Figure {
  readonly path: readonly (string | number)[];
  readonly value: number | string | null;
}

/** Every number and name in an answer; what is infinite is null. */
export function figuresOf(
  value: Json | undefined,
  path: readonly (string | number)[] = [],
): Figure[] {
  if (value === undefined || typeof value === 'boolean') return [];
  if (typeof value === 'number' || typeof value === 'string' || value === null)
    return [{ path, value }];
  if (Array.isArray(value)) return value.flatMap((one: Json, i) => figuresOf(one, [...path, i]));
  return Object.entries(value).flatMap(([key, one]) => figuresOf(one, [...path, key]));
}

/** What is at a place; undefined where nothing is. */
export const at = (value: Json | undefined, path: readonly (string | number)[]): Json | undefined =>
  path.reduce<Json | undefined>((inside, step) => {
    if (Array.isArray(inside) && typeof step === 'number') return inside[step];
    return isRecord(inside) ? inside[step] : undefined;
  }, value);
