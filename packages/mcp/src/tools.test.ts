import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { catalogue, tools, toolsIn, type Tool } from './tools.ts';

const schemas = catalogue();

test.each(schemas.map((tool): [string, object] => [tool.name, tool]))(
  '%s is what it was',
  async (name, tool) => {
    await expect(`${JSON.stringify(tool, null, 2)}\n`).toMatchFileSnapshot(
      `snapshots/${name}.json`,
    );
  },
);

test('the tools are those agents are promised', () => {
  expect(tools.map(({ name }) => name)).toEqual([
    'list_datasets',
    'get_dataset',
    'create_dataset',
    'delete_dataset',
    'get_rows',
    'describe_columns',
    'get_frequencies',
    'query_dataset',
    'run_sql',
    'save_dataset',
    'combine_datasets',
    'analyze_association',
    'compare_groups',
    'test_distribution',
    'fit_regression',
    'analyze_time_series',
    'find_structure',
    'compare_datasets',
    'recommend_test',
    'calculate_power',
    'explain',
    'create_chart',
    'profile_dataset',
    'get_usage',
  ]);
});

test.each(schemas.map((tool): [string, object] => [tool.name, tool]))(
  '%s takes one closed object and answers one',
  (_name, tool) => {
    expect(tool).toMatchObject({
      inputSchema: { type: 'object', properties: expect.anything(), additionalProperties: false },
      outputSchema: { type: 'object', properties: expect.anything() },
    });
    for (const union of ['oneOf', 'anyOf', 'allOf', '$ref']) {
      expect(tool).not.toHaveProperty(['inputSchema', union]);
      expect(tool).not.toHaveProperty(['outputSchema', union]);
    }
  },
);

test.each(
  tools.map((tool): [string, Tool, (typeof schemas)[number] | undefined] => [
    tool.name,
    tool,
    schemas.find(({ name }) => name === tool.name),
  ]),
)('%s publishes every argument that the server accepts, and no other', (_name, tool, listed) => {
  const ofLength = tool.operation.mcp?.brief === true ? [] : ['detail'];
  expect(Object.keys(listed?.inputSchema['properties'] ?? {}).toSorted()).toEqual(
    [...fieldsOf(tool.operation.input), ...ofLength].toSorted(),
  );
});

/** Names that a schema of the contract takes, read of the schema itself. */
function fieldsOf(schema: z.ZodType): Set<string> {
  if (schema instanceof z.ZodObject) return new Set(Object.keys(schema.shape));
  if (schema instanceof z.ZodPipe && schema.in instanceof z.ZodType) return fieldsOf(schema.in);
  if (schema instanceof z.ZodUnion)
    return new Set(
      schema.options.flatMap((option) =>
        option instanceof z.ZodType ? [...fieldsOf(option)] : [],
      ),
    );
  throw new Error(`A tool takes ${schema.type}, which has no fields.`);
}

test.each(schemas.map((tool): [string, string] => [tool.name, JSON.stringify(tool)]))(
  'every reference of %s leads somewhere',
  (_name, text) => {
    const { inputSchema, outputSchema } = JSON.parse(text);
    for (const schema of [inputSchema, outputSchema]) {
      for (const [, name] of JSON.stringify(schema).matchAll(/"\$ref":"#\/\$defs\/([^"]+)"/g))
        expect(schema.$defs).toHaveProperty(name ?? '');
    }
  },
);

test('the methods of a union are in one enumeration', () => {
  expect(schemas.find(({ name }) => name === 'analyze_association')?.inputSchema).toMatchObject({
    required: ['method', 'id'],
    properties: {
      method: {
        type: 'string',
        enum: expect.arrayContaining(['pearson', 'kendall', 'chi_square']),
      },
    },
  });
});

test('servers share what is costly to make, for each request has its own', () => {
  const schemasOf = (scope: Parameters<typeof toolsIn>[0]) =>
    toolsIn(scope).flatMap(({ inputSchema, outputSchema }) => [inputSchema, outputSchema]);
  const made: ReadonlySet<unknown> = new Set(schemasOf({}));
  expect(
    schemasOf({ readOnly: true, toolsets: ['describe'] }).every((schema) => made.has(schema)),
  ).toBe(true);
  const ofOne: ReadonlySet<unknown> = new Set(
    schemasOf({ dataset: '01900000-0000-7000-8000-000000000000' }),
  );
  expect(
    schemasOf({ dataset: '01900000-0000-7000-8000-000000000001' }).every((schema) =>
      ofOne.has(schema),
    ),
  ).toBe(true);
});

test('a scope leaves out what cannot be used', () => {
  expect(
    toolsIn({ readOnly: true }).some(({ annotations }) => annotations.readOnlyHint !== true),
  ).toBe(false);
  expect(
    toolsIn({ toolsets: ['describe'] })
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual([
    'create_chart',
    'describe_columns',
    'get_frequencies',
    'profile_dataset',
    'query_dataset',
  ]);
  const ofOne = toolsIn({ dataset: '01900000-0000-7000-8000-000000000000' });
  expect(ofOne.map(({ name }) => name)).not.toContain('list_datasets');
  expect(
    JSON.stringify(
      ofOne.map(({ inputSchema }) =>
        inputSchema['~standard'].jsonSchema.input({ target: 'draft-2020-12' }),
      ),
    ),
  ).not.toContain('"id":');
});

test('the whole catalogue costs at most 14,000 tokens', () => {
  expect(countTokens(JSON.stringify(schemas))).toBeLessThanOrEqual(14_000);
});
