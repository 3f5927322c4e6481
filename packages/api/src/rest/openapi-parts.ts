import { maxFileBytes } from '@columnist/contract';
import { isObject, type Json, type JsonObject } from './json-schemas.ts';

export const propertiesOf = (schema: JsonObject): JsonObject =>
  isObject(schema['properties']) ? schema['properties'] : {};
export const requiredOf = (schema: JsonObject): string[] =>
  Array.isArray(schema['required'])
    ? schema['required'].filter((name) => typeof name === 'string')
    : [];
export const isFile = (schema: Json | undefined): boolean =>
  isObject(schema) && schema['contentMediaType'] !== undefined;

/** A file, or an answer in a form for people: no longer than the largest file. */
export const anyText: JsonObject = {
  type: 'string',
  maxLength: maxFileBytes({ tier: 'paid', raisedFileMb: null }),
};
