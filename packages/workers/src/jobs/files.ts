import { z } from 'zod';

/** A field that holds the path of a file a job reads. */
export const readPath = z.string();
/** A field that holds the path of a file a job writes. */
export const writtenPath = z.string();
/** A field that begins the names of a job's temporary files. */
export const scratchPath = z.string();

/** What becomes of each path in a job. */
export interface PathMapping {
  readonly read: (path: string) => Promise<string>;
  readonly written: (path: string) => Promise<string>;
  readonly scratch: (path: string) => Promise<string>;
}

const known = new WeakMap<z.core.$ZodType, boolean>();

/**
 * A copy of a value in which each path is replaced; its schema says which fields are paths. What
 * has none is the same object.
 */
export async function mapPaths(
  schema: z.core.$ZodType,
  value: unknown,
  mapping: PathMapping,
): Promise<unknown> {
  if (value === undefined || !hasPaths(schema)) return value;
  if (isPath(schema)) {
    const path = z.string().parse(value);
    if (schema === readPath) return mapping.read(path);
    return schema === writtenPath ? mapping.written(path) : mapping.scratch(path);
  }
  if (schema instanceof z.ZodArray) {
    const items = await Promise.all(
      z
        .array(z.unknown())
        .parse(value)
        .map((item) => mapPaths(schema.element, item, mapping)),
    );
    return items;
  }
  if (schema instanceof z.ZodObject) {
    const fields = z.record(z.string(), z.unknown()).parse(value);
    const mapped = await Promise.all(
      Object.entries(schema.shape).map(async ([name, field]: [string, z.core.$ZodType]) => [
        name,
        await mapPaths(field, fields[name], mapping),
      ]),
    );
    return { ...fields, ...Object.fromEntries(mapped) };
  }
  return mapPaths(innerOf(schema) ?? schema, value, mapping);
}

const isPath = (schema: z.core.$ZodType): boolean =>
  schema === readPath || schema === writtenPath || schema === scratchPath;

const innerOf = (schema: z.core.$ZodType): z.core.$ZodType | null =>
  schema instanceof z.ZodOptional || schema instanceof z.ZodReadonly ? schema.def.innerType : null;

function hasPaths(schema: z.core.$ZodType): boolean {
  const found = known.get(schema);
  if (found !== undefined) return found;
  const has = look(schema);
  known.set(schema, has);
  return has;
}

function look(schema: z.core.$ZodType): boolean {
  if (isPath(schema)) return true;
  if (schema instanceof z.ZodArray) return hasPaths(schema.element);
  if (schema instanceof z.ZodObject)
    return Object.values<z.core.$ZodType>(schema.shape).some(hasPaths);
  const inner = innerOf(schema);
  return inner !== null && hasPaths(inner);
}
