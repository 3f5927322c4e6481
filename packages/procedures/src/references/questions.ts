import { everyMethod, kindOf, type AnyMethod, type Asking } from '@columnist/contract';
import { tables } from './tables.ts';

/** One question to one table; `table` is empty for designs, which have none. */
export interface Question {
  readonly id: string;
  readonly operation: Asking;
  readonly method: string;
  readonly table: string;
  /** With every default in its place. */
  readonly input: Readonly<Record<string, unknown>>;
}

type Given = Readonly<Record<string, unknown>>;

/** What is asked beside the example of a method and each of its choices. */
const also: Readonly<Record<string, readonly Given[]>> = {};

/** The example of a method where the tables here need another. */
const instead: Readonly<Record<string, Given>> = {};

/** The example with each choice of each field in turn, other levels and some of the rows. */
function askedOf(key: string, { input, example }: AnyMethod): Given[] {
  const base = instead[key] ?? example;
  const choices = Object.entries(input).flatMap(([name, schema]): Given[] => {
    const kind = kindOf(schema);
    return kind?.kind === 'choice'
      ? kind.options.flatMap(({ value }) => (value === '' ? [] : [{ [name]: value }]))
      : [];
  });
  const levels = 'confidence_level' in input ? [0.9, 0.99] : [];
  return [
    base,
    ...[
      ...choices,
      ...levels.map((level) => ({ confidence_level: level })),
      ...('view' in input ? [{ view: { filter: 'share > 0.25' } }] : []),
    ].map((given) => ({ ...base, ...given })),
    ...(also[key] ?? []).map((given) => ({ ...base, ...given })),
  ];
}

/** Every question, each once: all forms of one table, the example of the others. */
export const questions: readonly Question[] = everyMethod.flatMap(([operation, method]) => {
  const key = `${operation}.${method.method}`;
  const asked = askedOf(key, method);
  const of = (table: string, given: readonly Given[]): Question[] =>
    given.map((one) => {
      const input = method.options.parse({ method: method.method, ...one });
      return {
        id: [key, table, JSON.stringify(one)].join(' '),
        operation,
        method: method.method,
        table,
        input,
      };
    });
  const all =
    operation === 'calculatePower'
      ? of('', asked)
      : Object.keys(tables).flatMap((table) =>
          of(table, table === 'usual' ? asked : asked.slice(0, 1)),
        );
  return [...new Map(all.map((one) => [JSON.stringify([one.table, one.input]), one])).values()];
});
