import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import { conditionExamples, stepExamples } from '@columnist/contract';
import { z } from 'zod';

type JsonSchema = z.core.JSONSchema.BaseSchema;
type Field = NonNullable<JsonSchema['properties']>[string];

/** How long an answer is; taken by every tool that has more than a line to say. */
export const detail: JsonSchema = {
  type: 'string',
  enum: ['concise', 'detailed'],
  default: 'concise',
  description: 'detailed: also pictures and R and Python code.',
};

/**
 * What a tool takes, as clients read it. One closed object: the interfaces of several models take
 * no union at its root.
 * Limits of length are left to the operation, which refuses with a reason; a catalogue is read with
 * every conversation.
 */
export function argumentsSchema(
  schema: z.ZodType,
  {
    required,
    without,
    hasDetail,
    showsView,
  }: {
    /** Whether it describes every part of a view. */
    readonly showsView: boolean;
    readonly required: readonly string[];
    readonly without: readonly string[];
    readonly hasDetail: boolean;
  },
): StandardSchemaWithJSON {
  const whole = withoutIdle(
    withView(
      mergeMembers(asText(jsonSchemaOf(schema, 'input'))),
      showsView ? wholeView : shortView,
    ),
  );
  const properties = Object.fromEntries(
    Object.entries(whole.properties ?? {}).filter(([name]) => !without.includes(name)),
  );
  const needed = [...new Set([...(whole.required ?? []), ...required])].filter(
    (name) => !without.includes(name),
  );
  return described(
    lean({
      ...whole,
      properties: { ...properties, ...(hasDetail ? { detail } : {}) },
      required: needed,
    }),
  );
}

/** What a tool answers, as clients read it: its fields and what kind each is. */
export function resultSchema(
  schema: z.ZodType,
  without: readonly string[],
): StandardSchemaWithJSON {
  if (schema instanceof z.ZodVoid)
    return described({ type: 'object', properties: { done: { type: 'boolean' } } });
  const { properties = {} } = mergeMembers(jsonSchemaOf(schema, 'output'));
  return described({
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(properties)
        .filter(([name]) => !without.includes(name))
        .map(([name, field]) => [name, kindOf(field)]),
    ),
  });
}

/** The kind of a field alone; any where it has several that share no name. */
function kindOf(field: Field): Field {
  if (typeof field !== 'object') return field;
  if (field.type !== undefined) return { type: field.type };
  const members = [...(field.anyOf ?? []), ...(field.oneOf ?? [])].map(kindOf);
  const kinds = [
    ...new Set(
      members.flatMap((member) =>
        typeof member === 'object' && typeof member.type === 'string'
          ? [member.type]
          : ['object' as const],
      ),
    ),
  ];
  const [first = 'object', ...others] = kinds;
  return others.length === 0 ? { type: first } : { type: [first, ...others] };
}

const list: JsonSchema = { type: 'array' };

/** What nearly every tool takes: its parts are described by the tool that is asked most. */
const shortView: JsonSchema = {
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
const edits: ReadonlySet<string> = new Set([
  'correct_cells',
  'delete_rows',
  'rename_columns',
  'split_column',
]);

/** The view with every field of every step. */
const wholeView: JsonSchema = {
  type: 'object',
  description: 'Rows to use; its parts apply in the order: clean, impute, derive, filter, …',
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
function withView(schema: JsonSchema, view: JsonSchema): JsonSchema {
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

const limits: ReadonlySet<string> = new Set([
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'maxProperties',
  'format',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
]);

/** Without limits of length and size, and closed at its root alone. */
function lean(schema: JsonSchema): JsonSchema {
  const root: JsonSchema = JSON.parse(JSON.stringify(schema), (key, value: unknown) =>
    limits.has(key) || (key === 'additionalProperties' && value === false) ? undefined : value,
  );
  return {
    ...root,
    properties: Object.fromEntries(
      Object.entries(root.properties ?? {}).map(([name, field]) => [name, asEnum(field)]),
    ),
    additionalProperties: false,
  };
}

/** Alternatives that are constants all, as an enumeration. */
function asEnum(field: Field): Field {
  if (typeof field !== 'object' || field.anyOf === undefined) return field;
  const constants = field.anyOf.flatMap((one) =>
    typeof one === 'object' && (typeof one.const === 'number' || typeof one.const === 'string')
      ? [one.const]
      : [],
  );
  const { anyOf, ...rest } = field;
  return constants.length === anyOf.length ? { enum: constants, ...rest } : field;
}

/**
 * Described only: the operation itself checks what it takes and gives, with the same errors at every
 * door.
 */
function described(jsonSchema: JsonSchema): StandardSchemaWithJSON {
  return {
    '~standard': {
      version: 1,
      vendor: 'columnist',
      validate: (value) => ({ value }),
      jsonSchema: { input: () => jsonSchema, output: () => jsonSchema },
    },
  };
}

function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...root } = z.toJSONSchema(schema, {
    io,
    // Checked by hand, and published with what they are.
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      // Said already by the format, or by being an integer at all.
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  return withoutReference(root);
}

/**
 * Filters and expressions as text alone: what can be said in two ways is described in the one a model
 * writes best.
 */
const structured = new Set(['#/$defs/Filter', '#/$defs/Expression']);

function asText<Schema>(schema: Schema): Schema {
  return JSON.parse(JSON.stringify(schema), (_, value: unknown) => {
    if (
      typeof value !== 'object' ||
      value === null ||
      !('anyOf' in value) ||
      !Array.isArray(value.anyOf)
    )
      return value;
    const { anyOf, ...rest } = value;
    const texts = anyOf.filter((member: { $ref?: string }) => !structured.has(member.$ref ?? ''));
    return texts.length === anyOf.length || texts.length !== 1 ? value : { ...texts[0], ...rest };
  });
}

/** Without definitions that nothing refers to. */
function withoutIdle({ $defs, ...rest }: JsonSchema): JsonSchema {
  if ($defs === undefined) return rest;
  const used = new Set<string>();
  const visit = (text: string): void => {
    for (const [, name = ''] of text.matchAll(/"#\/\$defs\/([^"]+)"/g)) {
      if (used.has(name)) continue;
      used.add(name);
      visit(JSON.stringify($defs[name] ?? {}));
    }
  };
  visit(JSON.stringify(rest));
  const kept = Object.fromEntries(Object.entries($defs).filter(([name]) => used.has(name)));
  return used.size === 0 ? rest : { ...rest, $defs: kept };
}

/** A named schema in place of the reference to it: MCP wants `type: object` at the root. */
function withoutReference({ $ref, $defs, ...rest }: JsonSchema): JsonSchema {
  const name = $ref?.replace('#/$defs/', '');
  if (name === undefined || $defs === undefined)
    return {
      ...rest,
      ...($ref === undefined ? {} : { $ref }),
      ...($defs === undefined ? {} : { $defs }),
    };
  const { [name]: named, ...others } = $defs;
  return { ...named, ...rest, ...(Object.keys(others).length === 0 ? {} : { $defs: others }) };
}

/**
 * A union of objects as one object with the fields of all, of which those that every member needs
 * are required.
 */
function mergeMembers({ oneOf, anyOf, ...rest }: JsonSchema): JsonSchema {
  const members = oneOf ?? anyOf;
  if (members === undefined) return rest;
  const schemasOf = new Map<string, Field[]>();
  const whole = members.map((member) => ({
    ...member,
    ...rest.$defs?.[member.$ref?.replace('#/$defs/', '') ?? ''],
  }));
  for (const member of whole)
    for (const [name, schema] of Object.entries(member.properties ?? {}))
      schemasOf.set(name, [...(schemasOf.get(name) ?? []), schema]);
  const properties = Object.fromEntries(
    [...schemasOf].map(([name, schemas]) => [name, mergeField(schemas)]),
  );
  const required = [...schemasOf.keys()].filter((name) =>
    whole.every((member) => member.required?.includes(name)),
  );
  return { type: 'object', properties, required, additionalProperties: false, ...rest };
}

/**
 * Constants become an enumeration, schemas that differ in their words alone one, others
 * alternatives.
 */
function mergeField(schemas: readonly Field[]): Field {
  const constants = schemas.flatMap((schema) =>
    typeof schema === 'object' && typeof schema.const === 'string' ? [schema.const] : [],
  );
  if (constants.length === schemas.length) return { type: 'string', enum: constants };
  const [first = {}, ...others] = new Map(
    schemas.toReversed().map((schema) => [shapeOf(schema), schema]),
  ).values();
  return others.length === 0
    ? first
    : { anyOf: [...others.toReversed(), first].filter((schema) => typeof schema === 'object') };
}

const words: ReadonlySet<string> = new Set(['description', 'default', 'minItems', 'maxItems']);
const shapeOf = (schema: Field): string =>
  JSON.stringify(schema, (key, value: unknown) => (words.has(key) ? undefined : value));
