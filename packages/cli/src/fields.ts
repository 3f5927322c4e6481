import { z } from 'zod';

/** How the value of an option is written. */
export type Kind = 'flag' | 'number' | 'text' | 'list' | 'json';

/** A field of an input as an option. */
export interface Field {
  /** In the input. */
  readonly name: string;
  /** In the command line, without the dashes. */
  readonly option: string;
  readonly kind: Kind;
  /** Of a list, what its items are. */
  readonly items: 'number' | 'text' | 'json';
  readonly choices: readonly string[];
  readonly fallback: unknown;
  readonly isRequired: boolean;
  /** Of a number, where it has a bound. */
  readonly most?: number;
  readonly summary: string;
}

const jsonSchema = z.looseObject({
  type: z.string().exactOptional(),
  description: z.string().exactOptional(),
  enum: z.array(z.unknown()).exactOptional(),
  const: z.unknown().optional(),
  default: z.unknown().optional(),
  maximum: z.number().exactOptional(),
  items: z.unknown().optional(),
  anyOf: z.array(z.unknown()).exactOptional(),
});
const object = z.looseObject({
  properties: z.record(z.string(), jsonSchema).default({}),
  required: z.array(z.string()).default([]),
});

type Property = z.output<typeof jsonSchema>;

const known = new WeakMap<z.ZodType, Field[]>();

/** The fields of an object schema. */
export function fieldsOf(schema: z.ZodType): Field[] {
  const found = known.get(schema) ?? read(schema);
  known.set(schema, found);
  return found;
}

function read(schema: z.ZodType): Field[] {
  const whole = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' });
  const members = [...(whole.oneOf ?? []), ...(whole.anyOf ?? [])].map((one) => object.parse(one));
  const { properties, required } = members.length === 0 ? object.parse(whole) : merge(members);
  return Object.entries(properties)
    .filter(([, { const: fixed }]) => fixed === undefined)
    .map(([name, property]) => ({
      name,
      option: name.replaceAll('_', '-'),
      kind: kindOf(property),
      items: itemsOf(property),
      choices: choicesOf(property).map(String),
      fallback: property.default,
      isRequired: required.includes(name),
      summary: property.description ?? '',
      ...(property.maximum === undefined ? {} : { most: property.maximum }),
    }));
}

type Member = z.output<typeof object>;

/** One list of the fields of several forms of an input: what tells them apart is a choice. */
function merge(members: readonly Member[]): Member {
  const names = [...new Set(members.flatMap(({ properties }) => Object.keys(properties)))];
  const properties = names.map((name): [string, Member['properties'][string]] => {
    const all = members.flatMap(({ properties: { [name]: one } }) =>
      one === undefined ? [] : [one],
    );
    const [first = {}] = all;
    const choices = all.flatMap(({ const: fixed }) => (fixed === undefined ? [] : [fixed]));
    return [name, choices.length === 0 ? first : { type: 'string', enum: choices }];
  });
  return {
    properties: Object.fromEntries(properties),
    required: names.filter((name) => members.every((one) => one.required.includes(name))),
  };
}

/** What a property may be, where it is one of a few values. */
function choicesOf({ enum: choices, anyOf = [] }: Property): readonly unknown[] {
  const fixed = anyOf.map((one) => jsonSchema.parse(one).const);
  return choices ?? (fixed.includes(undefined) ? [] : fixed);
}

const scalarOf = (type: string | undefined): 'number' | 'text' | 'json' =>
  type === 'string' ? 'text' : type === 'number' || type === 'integer' ? 'number' : 'json';

const itemsOf = ({ items }: Property): Field['items'] => {
  const item = jsonSchema.safeParse(items);
  return item.success ? scalarOf(item.data.type) : 'json';
};

function kindOf(property: Property): Kind {
  const { type } = property;
  const choices = choicesOf(property);
  if (type === 'boolean') return 'flag';
  if (type === 'array') return 'list';
  if (type === undefined && choices.length > 0)
    return choices.every((choice) => typeof choice === 'number') ? 'number' : 'text';
  const scalar = scalarOf(type);
  return scalar === 'json' ? 'json' : scalar;
}
