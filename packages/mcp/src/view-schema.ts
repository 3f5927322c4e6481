import { conditionExamples, editStepNames, stepExamples } from '@columnist/contract';
import type { Field, JsonSchema } from './merge-members.ts';

const list: JsonSchema = { type: 'array' };

/** What nearly every tool takes: its parts are described by the tool that is asked most. */
export const shortView: JsonSchema = {
  type: 'object',
  description: `Rows to use, as in query_dataset. filter: ${JSON.stringify(conditionExamples[0])}`,
  properties: {
    filter: { type: 'string' },
    derive: list,
    clean: list,
    impute: list,
    drop_missing: {},
    sample: { type: 'object' },
    sort: list,
    saved: { type: 'string' },
  },
};

const asExamples = (examples: readonly object[]): string =>
  examples.map((one) => JSON.stringify(one)).join(', ');

/** Steps with examples on the page of the language alone: few calls need them. */
const edits: ReadonlySet<string> = new Set(editStepNames);

/** The view with the fields of every step. */
export const wholeView: JsonSchema = {
  type: 'object',
  description:
    'Rows to use; its parts apply in the order: clean, impute, derive, filter, …; functions over ' +
    'rows look at the rows kept, unless the filter reads them',
  properties: {
    clean: {
      type: 'array',
      description:
        `${asExamples(stepExamples.clean.filter(({ step }) => !edits.has(step)))}; ` +
        `also ${[...edits].join(', ')}`,
    },
    impute: {
      type: 'array',
      description: `${asExamples(stepExamples.impute)}; also mean, mode`,
    },
    derive: { type: 'array', description: asExamples(stepExamples.derive) },
    filter: { type: 'string', description: conditionExamples.slice(0, 3).join('; ') },
    drop_missing: { description: 'true, or names of columns' },
    sample: { type: 'object', description: JSON.stringify(stepExamples.sample) },
    sort: { type: 'array', description: asExamples(stepExamples.sort) },
    saved: { type: 'string', description: 'Name of a saved view, alone.' },
  },
};

/** The view is taken by nearly every tool: described in short, but by one. */
export function withView(schema: JsonSchema, view: JsonSchema): JsonSchema {
  const isView = (field: Field): boolean =>
    typeof field === 'object' &&
    (field.$ref === '#/$defs/View' || (field.anyOf ?? []).some(isView));
  return {
    ...schema,
    properties: Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([name, field]) => [
        name,
        isView(field) ? view : field,
      ]),
    ),
  };
}
