import { z } from 'zod';
import type { AnyMethod } from './define-method.ts';
import { kindOf } from './field.ts';

export const methodDescription = z
  .object({
    method: z.string(),
    title: z.string(),
    tool: z.string().describe('The tool that takes it as method.'),
    others_of_this_name: z.array(z.string()).describe('Ask for them by tool.method.'),
    tier: z.enum(['free', 'paid']),
    asks: z.string().describe('The question that it answers.'),
    in_r_or_python: z.string(),
    parameters: z.array(
      z.object({
        name: z.string(),
        required: z.boolean(),
        takes: z.string(),
        default: z.json().exactOptional(),
        description: z.string().exactOptional(),
      }),
    ),
    example: z.record(z.string(), z.json()).describe('For columns of these names.'),
  })
  .meta({ id: 'MethodDescription' });
export type MethodDescription = z.infer<typeof methodDescription>;

/** What a method takes, beside the dataset and its own name, in the order of its definition. */
export function parametersOf({ input }: AnyMethod): MethodDescription['parameters'] {
  return Object.entries(input).map(([name, schema]) => {
    const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
    const usual = json.default === undefined ? undefined : z.json().parse(json.default);
    return {
      name,
      required: !z.object({ [name]: schema }).safeParse({}).success,
      takes: takenBy(name, schema, json),
      ...(usual === undefined ? {} : { default: usual }),
      ...(json.description === undefined || name === 'view'
        ? {}
        : { description: json.description }),
    };
  });
}

function takenBy(name: string, schema: z.ZodType, json: z.core.JSONSchema.BaseSchema): string {
  if (name === 'view') return 'view: the rows to use';
  const kind = kindOf(schema)?.kind;
  if (kind === 'number') return 'name of a number column';
  if (kind === 'category') return 'name of a column of groups';
  if (kind === 'time') return 'name of a date column';
  if (kind === 'any') return 'name of a column';
  if (kind === 'numbers') return 'names of number columns';
  if (kind === 'categories') return 'names of columns of groups';
  return typeOf(json);
}

function typeOf(json: z.core.JSONSchema.BaseSchema): string {
  if (json.enum !== undefined) return json.enum.map(String).join(' | ');
  if (json.const !== undefined) return String(json.const);
  const members = [...(json.anyOf ?? []), ...(json.oneOf ?? [])];
  if (members.length > 0) return [...new Set(members.map((one) => typeOf(one)))].join(' | ');
  if (json.type === 'array')
    return `list of ${json.items === undefined || typeof json.items === 'boolean' || Array.isArray(json.items) ? 'values' : typeOf(json.items)}`;
  const { type } = json;
  if (type === 'integer') return 'whole number';
  if (type === 'string') return 'text';
  return typeof type === 'string' ? type : 'value';
}

/** A method in one line: its parameters, those that may be left out with a question mark. */
export const signatureOf = (method: AnyMethod): string =>
  `${method.method} takes ${parametersOf(method)
    .filter(({ name }) => name !== 'view')
    .map(
      ({ name, required, takes, default: usual }) =>
        `${name}${required ? '' : '?'} (${takes}${usual === undefined ? '' : `, ${JSON.stringify(usual)}`})`,
    )
    .join(', ')}${'view' in method.input ? ', view?' : ''}.`;
