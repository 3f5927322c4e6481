import {
  isImported,
  parseBySchema,
  partOptions,
  reading,
  readingOptions,
  type Reading,
} from '@columnist/contract';
import { z } from 'zod';
import { fieldsOf, type Field } from './fields.ts';
import { valueOf } from './values.ts';

const textFields: readonly Field[] = fieldsOf(z.strictObject(readingOptions)).map((field) => ({
  ...field,
  option: field.option.startsWith('read-') ? field.option : `read-${field.option}`,
}));

/** Which table of a file that is no CSV: --sheet and --range. */
export const partFields: readonly Field[] = fieldsOf(z.strictObject(partOptions)).map((field) => ({
  ...field,
  option: field.name === 'table' ? 'sheet' : field.option,
}));

/** How a local file is written, where that is not detected: --read-delimiter and so on. */
export const readingFields: readonly Field[] = [...partFields, ...textFields];

type Values = Readonly<Record<string, readonly string[]>>;

const statedOf = (fields: readonly Field[], values: Values): Record<string, unknown> =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const texts = values[field.option];
      return texts === undefined ? [] : [[field.name, valueOf(field, texts)] as const];
    }),
  );

/** What is stated of the file at the path. Throws invalid_input. */
export function readingOf(values: Values, path: string): Reading {
  const part = statedOf(partFields, values);
  const isOther = isImported(path) || Object.keys(part).length > 0;
  return parseBySchema(reading, { ...statedOf(textFields, values), ...(isOther ? { part } : {}) });
}
