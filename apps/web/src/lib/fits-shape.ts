/**
 * What an answer has to be: 'string', 'number', 'boolean', 'time' (ISO 8601) or 'any', with '?'
 * behind it where it may be null; a list of one such thing; or the fields that must be there.
 */
export type Shape = string | readonly Shape[] | { readonly [field: string]: Shape };

/** Whether a value of JSON has this shape. */
export function fitsShape(value: unknown, shape: Shape): boolean {
  if (typeof shape === 'string') return fitsKind(value, shape);
  if (isList(shape)) {
    const [item = 'any'] = shape;
    return Array.isArray(value) && value.every((one) => fitsShape(one, item));
  }
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.entries(shape).every(([name, field]) =>
      fitsShape(Object.entries(value).find(([key]) => key === name)?.[1], field),
    )
  );
}

const isList = (shape: Shape): shape is readonly Shape[] => Array.isArray(shape);

function fitsKind(value: unknown, kind: string): boolean {
  if (kind === 'any') return true;
  if (kind.endsWith('?')) return value === null || fitsKind(value, kind.slice(0, -1));
  if (kind === 'time') return typeof value === 'string' && !Number.isNaN(Date.parse(value));
  return typeof value === kind;
}
