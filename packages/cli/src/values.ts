import { AppError } from '@columnist/contract';
import type { Field } from './fields.ts';

/** Short names of options that are written often, and of which field. */
export const shortOptions: Readonly<Record<string, string>> = {
  by: 'group-by',
  stat: 'aggregates',
  sort: 'sort',
};

/** Forms in place of JSON, by the name of the field. */
const written: Readonly<Record<string, (text: string) => unknown>> = {
  // mean:fare, quantile:fare:0.9, count
  aggregates: (text) => {
    const [statistic, of, p] = text.split(':');
    return {
      statistic,
      ...(of === undefined ? {} : { of }),
      ...(p === undefined ? {} : { p: Number(p) }),
    };
  },
  // fare, fare:desc
  sort: (text) => {
    const [, column = text, direction] = /^(.*?)(?::(asc|desc)(?:ending)?)?$/s.exec(text) ?? [];
    return { column, direction: direction === 'desc' ? 'descending' : 'ascending' };
  },
  // species, code=species_code
  keys: (text) => {
    const [, left = text, right = text] = /^([^=]+)=([^=]+)$/.exec(text) ?? [];
    return { left, right };
  },
};

/** The value of an option as its field takes it. Throws invalid_input. */
export function valueOf(field: Field, texts: readonly string[]): unknown {
  const last = texts.at(-1) ?? '';
  switch (field.kind) {
    case 'flag':
      return last === 'true';
    case 'number':
      return numberOf(field, last);
    case 'text':
      return last;
    case 'list':
      return texts.flatMap((text) => itemsOf(field, text));
    case 'json':
      return jsonOr(field, last);
  }
}

function itemsOf(field: Field, text: string): unknown[] {
  if (/^\s*\[/.test(text)) {
    const value = jsonOf(field, text);
    return Array.isArray(value) ? value : [value];
  }
  if (/^\s*\{/.test(text)) return [jsonOf(field, text)];
  const short = written[field.name];
  if (short !== undefined) return [short(text)];
  return [field.items === 'number' ? numberOf(field, text) : text];
}

function numberOf({ option }: Field, text: string): number {
  const value = Number(text);
  if (text.trim() === '' || Number.isNaN(value))
    throw new AppError('invalid_input', `--${option} takes a number, not '${text}'.`);
  return value;
}

/** JSON where it looks like it, else the text. */
const jsonOr = (field: Field, text: string): unknown =>
  /^\s*[[{]|^\s*(?:-?\d+(?:\.\d+)?(?:e[-+]?\d+)?|true|false|null)\s*$/i.test(text)
    ? jsonOf(field, text)
    : text;

function jsonOf({ option }: Field, text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch (cause) {
    throw new AppError(
      'invalid_input',
      `--${option} is not well-formed JSON: ${text}`,
      { fix: 'Quote it for the shell, as in \'{"column": "fare"}\'.' },
      { cause },
    );
  }
}

/** A value as it is written: a text as it is, anything else as JSON. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
