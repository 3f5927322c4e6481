import { allOperations } from '@columnist/contract';
import { z } from 'zod';
import { virtualModule } from './virtual-module.ts';

/** What the client checks of an answer; see src/lib/fits-shape.ts. */
type Shape = string | readonly [Shape] | { readonly [field: string]: Shape };

const schema = z.looseObject({
  $ref: z.string().optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  format: z.string().optional(),
  get properties() {
    return z.record(z.string(), schema).optional();
  },
  required: z.array(z.string()).optional(),
  get items() {
    return schema.optional();
  },
  get anyOf() {
    return z.array(schema).optional();
  },
});
type Schema = z.output<typeof schema>;
const document = schema.extend({ $defs: z.record(z.string(), schema).default({}) });

const orNull = (shape: Shape): Shape =>
  typeof shape === 'string' && shape !== 'any' ? `${shape}?` : 'any';

/** Fields that may be missing are not checked. */
function shapeOf(given: Schema, defs: Readonly<Record<string, Schema>>): Shape {
  const one = (given.$ref === undefined ? null : defs[given.$ref.replace('#/$defs/', '')]) ?? given;
  const [first, second, ...more] = one.anyOf ?? [];
  if (first !== undefined && second?.type === 'null' && more.length === 0)
    return orNull(shapeOf(first, defs));
  if (Array.isArray(one.type)) {
    const [type, nothing, ...others] = one.type;
    return nothing === 'null' && others.length === 0
      ? orNull(shapeOf({ ...one, type }, defs))
      : 'any';
  }
  if (one.format === 'date-time') return 'time';
  if (one.type === 'integer') return 'number';
  if (one.type === 'string' || one.type === 'number' || one.type === 'boolean') return one.type;
  if (one.type === 'array') return [one.items === undefined ? 'any' : shapeOf(one.items, defs)];
  if (one.type === 'object' && one.properties !== undefined) {
    const { properties, required = [] } = one;
    return Object.fromEntries(
      required.flatMap((name) => {
        const field = properties[name];
        return field === undefined ? [] : [[name, shapeOf(field, defs)]];
      }),
    );
  }
  return 'any';
}

const families = ['auth.', 'usage.', 'admin.'];

/**
 * The shapes of the answers about accounts, plans and administration, by the paths of their
 * operations: the specification says what a page shows where such an answer is no good.
 */
export const answerShapes = virtualModule('virtual:answer-shapes', () => {
  const shapes = allOperations
    .filter(({ path }) => families.some((family) => path.startsWith(family)))
    .map(({ path, output }) => {
      const whole = document.parse(z.toJSONSchema(output, { unrepresentable: 'any' }));
      return [path, shapeOf(whole, whole.$defs)];
    });
  return `export const shapes = ${JSON.stringify(Object.fromEntries(shapes))};`;
});
