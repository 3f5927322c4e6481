import { parseBySchema, reading, readingOptions, type Reading } from '@columnist/contract';
import { z } from 'zod';
import { fieldsOf, type Field } from './fields.ts';
import { valueOf } from './values.ts';

/** How a local file is written, where that is not detected: --read-delimiter and so on. */
export const readingFields: readonly Field[] = fieldsOf(z.strictObject(readingOptions)).map(
  (field) => ({
    ...field,
    option: `read-${field.option}`,
  }),
);

/** What is stated of the file. Throws invalid_input. */
export function readingOf(values: Readonly<Record<string, readonly string[]>>): Reading {
  const stated = readingFields.flatMap((field) => {
    const texts = values[field.option];
    return texts === undefined ? [] : [[field.name, valueOf(field, texts)] as const];
  });
  return parseBySchema(reading, Object.fromEntries(stated));
}
