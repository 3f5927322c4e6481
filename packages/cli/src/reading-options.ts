import {
  parseInput,
  reading,
  readingOptions,
  type Operation,
  type Reading,
} from '@columnist/contract';
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
  return reading.parse(parseInput({ ...ofReading, input: reading }, Object.fromEntries(stated)));
}

const ofReading: Operation = {
  path: 'datasets.reading',
  kind: 'query',
  input: reading,
  output: reading,
  access: 'public',
  cost: 0,
  summary: 'How a file is written.',
};
