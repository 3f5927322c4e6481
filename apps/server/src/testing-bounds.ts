import type { Operation } from '@columnist/contract';
import { z } from 'zod';

/** A JSON Schema as far as inputs use it. */
export interface Shape {
  readonly $ref?: string | undefined;
  readonly $defs?: Readonly<Record<string, Shape>> | undefined;
  readonly anyOf?: readonly Shape[] | undefined;
  readonly oneOf?: readonly Shape[] | undefined;
  readonly type?: string | undefined;
  readonly const?: unknown;
  readonly enum?: readonly unknown[] | undefined;
  readonly format?: string | undefined;
  readonly contentMediaType?: string | undefined;
  readonly minLength?: number | undefined;
  readonly maxLength?: number | undefined;
  readonly minItems?: number | undefined;
  readonly maxItems?: number | undefined;
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
  readonly exclusiveMinimum?: number | undefined;
  readonly exclusiveMaximum?: number | undefined;
  readonly maxProperties?: number | undefined;
  readonly items?: Shape | undefined;
  readonly properties?: Readonly<Record<string, Shape>> | undefined;
  readonly required?: readonly string[] | undefined;
  readonly additionalProperties?: boolean | Shape | undefined;
}

const lengths = {
  minLength: z.int(),
  maxLength: z.int(),
  minItems: z.int(),
  maxItems: z.int(),
  minimum: z.number(),
  maximum: z.number(),
  exclusiveMinimum: z.number(),
  exclusiveMaximum: z.number(),
  maxProperties: z.int(),
};
const shape: z.ZodType<Shape> = z.lazy(() =>
  z
    .object({
      $ref: z.string(),
      $defs: z.record(z.string(), shape),
      anyOf: z.array(shape),
      oneOf: z.array(shape),
      type: z.union([z.string(), z.array(z.string())]),
      const: z.unknown(),
      enum: z.array(z.unknown()),
      format: z.string(),
      contentMediaType: z.string(),
      ...lengths,
      items: shape,
      properties: z.record(z.string(), shape),
      required: z.array(z.string()),
      additionalProperties: z.union([z.boolean(), shape]),
    })
    .partial()
    .transform(({ type, ...rest }): Shape =>
      Array.isArray(type)
        ? { anyOf: type.map((one) => ({ ...rest, type: one })) }
        : type === undefined
          ? rest
          : { ...rest, type },
    ),
);

/** What an operation takes, with references found by `of`. */
export interface Input {
  readonly root: Shape;
  readonly of: (one: Shape) => Shape;
}

export function inputOf({ input }: Operation): Input {
  const root = shape.parse(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }));
  const of = (one: Shape): Shape =>
    one.$ref === undefined ? one : of(root.$defs?.[one.$ref.replace('#/$defs/', '')] ?? {});
  return { root, of };
}

export const membersOf = ({ anyOf = [], oneOf = [] }: Shape): readonly Shape[] => [
  ...anyOf,
  ...oneOf,
];
const ofFixedLength: ReadonlySet<string> = new Set(['uuid', 'date', 'date-time', 'base64']);
const isFixed = ({
  enum: values,
  format = '',
  contentMediaType,
  const: constant,
}: Shape): boolean =>
  values !== undefined ||
  constant !== undefined ||
  contentMediaType !== undefined ||
  ofFixedLength.has(format);

/**
 * Places of an input that may be of any size; what is in the bulk field is limited by the bytes
 * of a body.
 */
export function unbounded(operation: Operation): string[] {
  const { root, of } = inputOf(operation);
  const found: string[] = [];
  const seen = new Set<string>();
  const look = (one: Shape, at: string): void => {
    const name = one.$ref ?? '';
    if (name !== '' && seen.has(name)) return;
    seen.add(name);
    const {
      type,
      maxLength,
      maxItems,
      maxProperties,
      items,
      properties = {},
      additionalProperties,
      ...rest
    } = of(one);
    const inBulk = operation.bulk !== undefined && at.startsWith(`.${operation.bulk}`);
    if (type === 'string' && maxLength === undefined && !isFixed({ ...rest }) && !inBulk)
      found.push(`${operation.path}${at}: a text`);
    if (type === 'array' && maxItems === undefined) found.push(`${operation.path}${at}: a list`);
    if (
      type === 'object' &&
      typeof additionalProperties === 'object' &&
      maxProperties === undefined
    )
      found.push(`${operation.path}${at}: an object of names`);
    for (const member of membersOf(rest)) look(member, at);
    for (const [field, inner] of Object.entries(properties)) look(inner, `${at}.${field}`);
    if (items !== undefined) look(items, `${at}[]`);
    if (typeof additionalProperties === 'object') look(additionalProperties, `${at}.*`);
  };
  look(root, '');
  return found;
}
