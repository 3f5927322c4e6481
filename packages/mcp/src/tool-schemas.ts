import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { mergeMembers, type Field, type JsonSchema } from './merge-members.ts';
import { shortView, wholeView, withView } from './view-schema.ts';
import { withoutLimits } from './without-limits.ts';

/** How long an answer is; taken by every tool that has more than a line to say. */
export const detail: JsonSchema = {
  type: 'string',
  enum: ['concise', 'detailed'],
  default: 'concise',
  description: 'detailed adds pictures and code.',
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

/** Without limits of length and size, and closed at its root alone. */
function lean(schema: JsonSchema): JsonSchema {
  const root = withoutLimits(schema);
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
