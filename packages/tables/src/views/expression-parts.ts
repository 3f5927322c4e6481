import type { Typed } from '@columnist/contract';
import type { Part } from '../database/layers.ts';

/** A function or an operator with its arguments. */
export type Call = Typed & { kind: 'call' };

/** A piece of SQL with the values bound in it. */
export const part = (text: string, values: Part['values'] = [], level = 0): Part => ({
  text,
  values,
  level,
});

/** Throws where a checked expression names what has no SQL: a mistake of ours. */
export const unknown = (name: string): never => {
  throw new Error(`${name} has no SQL.`);
};

/**
 * SQL from a template: each `{i}` is the i-th argument. An argument occurs once, so that nested
 * calls do not grow without bound.
 */
export function fill(template: string, args: readonly Part[]): Part {
  const values: Part['values'][number][] = [];
  const text = template.replaceAll(/\{(\d+)\}/g, (_, i: string) => {
    const arg = args[Number(i)];
    if (arg === undefined) throw new Error(`The template lacks argument ${i}.`);
    values.push(...arg.values);
    return arg.text;
  });
  return { text, values, level: Math.max(0, ...args.map((arg) => arg.level)) };
}

/** The places of arguments in a template, from the first of them on. */
export const listed = (args: readonly Part[], first = 0, between = ', '): string =>
  args
    .slice(first)
    .map((_, i) => `{${i + first}}`)
    .join(between);
