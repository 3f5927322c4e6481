import { z } from 'zod';

/** A schema within another, and the field it is of. */
export interface Within {
  readonly field: string;
  readonly schema: z.core.$ZodType;
}

/** A schema with all that it is made of, each once. */
export function* schemasIn(
  schema: z.core.$ZodType,
  field = '',
  seen = new Set<z.core.$ZodType>(),
): Generator<Within> {
  if (seen.has(schema)) return;
  seen.add(schema);
  yield { field, schema };
  for (const [name, inner] of innerOf(schema)) yield* schemasIn(inner, name ?? field, seen);
}

type Inner = readonly [field: string | null, schema: z.core.$ZodType];

function innerOf(schema: z.core.$ZodType): readonly Inner[] {
  if (schema instanceof z.ZodObject) return Object.entries<z.core.$ZodType>(schema.shape);
  if (schema instanceof z.ZodArray) return [[null, schema.element]];
  if (schema instanceof z.ZodUnion) return schema.options.map((one) => [null, one]);
  if (schema instanceof z.ZodTuple) return schema.def.items.map((one) => [null, one]);
  if (schema instanceof z.ZodRecord) return [[null, schema.valueType]];
  if (schema instanceof z.ZodPipe)
    // What follows a transformation is no input.
    return [schema.in, schema.out]
      .filter((one) => !(one instanceof z.ZodTransform))
      .map((one) => [null, one]);
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodExactOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodLazy
  )
    return [[null, schema.unwrap()]];
  return [];
}
