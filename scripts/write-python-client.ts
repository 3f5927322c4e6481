import { readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';

/**
 * Writes the Python client of the REST API from its OpenAPI document (`dist/openapi.json`): one
 * method for each call that takes an API key, with the types of its arguments. Standard library
 * only:
 *   node scripts/write-python-client.ts
 */
const schema = z.looseObject({
  type: z.union([z.string(), z.array(z.string())]).exactOptional(),
  enum: z.array(z.unknown()).exactOptional(),
  const: z.unknown().optional(),
  anyOf: z.array(z.unknown()).exactOptional(),
  oneOf: z.array(z.unknown()).exactOptional(),
  items: z.unknown().optional(),
  properties: z.record(z.string(), z.unknown()).exactOptional(),
  required: z.array(z.string()).exactOptional(),
  description: z.string().exactOptional(),
  $ref: z.string().exactOptional(),
});
const content = z.record(z.string(), z.looseObject({ schema: z.unknown() }));
const call = z.looseObject({
  operationId: z.string(),
  summary: z.string().default(''),
  security: z.array(z.record(z.string(), z.unknown())).default([]),
  parameters: z
    .array(
      z.looseObject({
        in: z.enum(['path', 'query', 'header']),
        name: z.string(),
        required: z.boolean().default(false),
        schema: z.unknown().optional(),
        content: content.exactOptional(),
      }),
    )
    .default([]),
  requestBody: z.looseObject({ content }).exactOptional(),
  responses: z.record(z.string(), z.looseObject({ content: content.exactOptional() })),
});
const document = z
  .looseObject({
    paths: z.record(z.string(), z.record(z.string(), z.unknown())),
    components: z.looseObject({ schemas: z.record(z.string(), z.unknown()) }),
  })
  .parse(JSON.parse(readFileSync('dist/openapi.json', 'utf8')));

/** Words that Python has for itself: its keyword.kwlist, in lower case as names here are. */
const reserved = new Set(
  (
    'and as assert async await break class continue def del elif else except finally for from ' +
    'global if import in is lambda nonlocal not or pass raise return try while with yield'
  ).split(' '),
);
const snake = (name: string): string => {
  const words = name.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();
  return reserved.has(words) ? `${words}_` : words;
};

/** The type of a schema as Python writes it; what is deeper than lists is a dict. */
function typeOf(given: unknown): string {
  const { type, enum: choices, const: fixed, anyOf, oneOf, items } = schema.parse(resolved(given));
  if (fixed !== undefined) return `Literal[${literal(fixed)}]`;
  if (choices !== undefined) return `Literal[${choices.map(literal).join(', ')}]`;
  const several =
    anyOf ?? oneOf ?? (Array.isArray(type) ? type.map((one) => ({ type: one })) : null);
  if (several !== null) return [...new Set(several.map(typeOf))].join(' | ');
  switch (type) {
    case 'string':
      return 'str';
    case 'integer':
      return 'int';
    case 'number':
      return 'float';
    case 'boolean':
      return 'bool';
    case 'null':
      return 'None';
    case 'array':
      return `list[${items === undefined ? 'Any' : typeOf(items)}]`;
    case 'object':
      return 'dict[str, Any]';
    default:
      return 'Any';
  }
}

const literal = (value: unknown): string =>
  value === null
    ? 'None'
    : value === true
      ? 'True'
      : value === false
        ? 'False'
        : JSON.stringify(value);

function resolved(given: unknown): unknown {
  const named = /^#\/components\/schemas\/(.+)$/.exec(schema.parse(given).$ref ?? '')?.[1];
  return named === undefined ? given : document.components.schemas[named];
}

interface Argument {
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly said: string;
}

/** Fields of a body; of one of several forms, what they have in common is required. */
function fieldsOf(given: unknown): Argument[] {
  const { properties, required = [], oneOf, anyOf } = schema.parse(resolved(given));
  const forms = oneOf ?? anyOf;
  if (forms !== undefined) {
    const all = forms.map(fieldsOf);
    const byName = Map.groupBy(all.flat(), ({ name }) => name);
    return [...byName].map(([name, found]) => ({
      name,
      type: [...new Set(found.flatMap(({ type }) => type.split(' | ')))].join(' | '),
      isRequired: found.length === all.length && found.every(({ isRequired }) => isRequired),
      said: found[0]?.said ?? '',
    }));
  }
  return Object.entries(properties ?? {}).map(([name, field]) => ({
    name,
    type: typeOf(field),
    isRequired: required.includes(name),
    said: schema.parse(resolved(field)).description ?? '',
  }));
}

/** One method of the client. */
function methodOf(path: string, verb: string, given: unknown): string[] {
  const { operationId, summary, parameters, requestBody, responses } = call.parse(given);
  const body = requestBody?.content['application/json']?.schema;
  const isUpload = requestBody?.content['multipart/form-data'] !== undefined;
  const taken = parameters.map((one) => ({
    ...one,
    schema: one.schema ?? one.content?.['application/json']?.schema ?? {},
  }));
  const inPath = taken.filter((one) => one.in === 'path');
  const inQuery = taken.filter((one) => one.in === 'query');
  const fields = body === undefined ? [] : fieldsOf(body);
  const queries = body === undefined ? inQuery : [];
  const arguments_: Argument[] = [
    ...inPath.map(({ name, schema: of }) => ({
      name,
      type: typeOf(of),
      isRequired: true,
      said: schema.parse(of).description ?? '',
    })),
    ...queries.map(({ name, schema: of, required }) => ({
      name,
      type: typeOf(of),
      isRequired: required,
      said: schema.parse(of).description ?? '',
    })),
    ...fields,
  ];
  const placed = arguments_.filter(({ name }) => inPath.some((one) => one.name === name));
  const named = arguments_.filter((one) => !placed.includes(one));
  const written = (one: Argument): string =>
    one.isRequired
      ? `${snake(one.name)}: ${one.type}`
      : `${snake(one.name)}: ${one.type}${one.type.includes('None') ? '' : ' | None'} = None`;
  const signature = [
    'self',
    ...placed.map(written),
    ...(isUpload ? ['file: str | os.PathLike[str]'] : []),
    ...(named.length === 0
      ? []
      : [
          '*',
          ...named.toSorted((a, b) => Number(b.isRequired) - Number(a.isRequired)).map(written),
        ]),
  ];
  const success = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1].content;
  const isFile = success !== undefined && success['application/json'] === undefined;
  const result = success === undefined ? 'None' : isFile ? 'bytes' : 'Any';
  const values = (some: readonly { readonly name: string }[]): string =>
    `{${some.map(({ name }) => `${JSON.stringify(name)}: ${snake(name)}`).join(', ')}}`;
  const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `{_part(${snake(name)})}`);
  return [
    `    def ${snake(operationId.replace(/^datasets_/, ''))}(`,
    ...signature.map((one) => `        ${one},`),
    `    ) -> ${result}:`,
    `        """${[summary, ...named.filter(({ said }) => said !== '').map(({ name, said }) => `\n        ${snake(name)}: ${said.replaceAll('\\', '\\\\').replaceAll('"""', "'''")}`)].join('\n')}`,
    '        """',
    `        ${result === 'None' ? '' : 'return '}self._call(`,
    `            ${JSON.stringify(verb.toUpperCase())},`,
    `            f${JSON.stringify(address)},`,
    `            query=${values(queries)},`,
    `            body=${body === undefined ? 'None' : values(fields)},`,
    ...(isUpload ? ['            file=file,'] : []),
    '        )',
    '',
  ];
}

const methods = Object.entries(document.paths).flatMap(([path, verbs]) =>
  Object.entries(verbs).flatMap(([verb, given]) => {
    const { security, operationId } = call.parse(given);
    return security.some((one) => 'apiKey' in one) &&
      // A path that answers the same as another.
      !/_\d+$/.test(operationId)
      ? methodOf(path, verb, given)
      : [];
  }),
);

writeFileSync(
  'packages/api-types/python/columnist.py',
  readFileSync('packages/api-types/python/client.py', 'utf8').replace(
    '    # Calls of the contract.\n',
    () => methods.join('\n').replaceAll(/[ \t]+$/gm, ''),
  ),
);
