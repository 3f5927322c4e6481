import type { Condition, DatasetColumn } from '@columnist/contract';

export type Op = Condition['op'];
interface OpChoice {
  readonly value: Op;
  readonly label: string;
}

const equality: readonly OpChoice[] = [
  { value: 'eq', label: 'is' },
  { value: 'ne', label: 'is not' },
];
const membership: readonly OpChoice[] = [
  { value: 'in', label: 'is one of' },
  { value: 'not_in', label: 'is none of' },
];
const order: readonly OpChoice[] = [
  { value: 'lt', label: 'is less than' },
  { value: 'le', label: 'is at most' },
  { value: 'gt', label: 'is greater than' },
  { value: 'ge', label: 'is at least' },
  { value: 'between', label: 'is from … to' },
];
const timeOrder: readonly OpChoice[] = [
  { value: 'lt', label: 'is before' },
  { value: 'le', label: 'is at latest' },
  { value: 'gt', label: 'is after' },
  { value: 'ge', label: 'is at earliest' },
  { value: 'between', label: 'is from … to' },
];
const parts: readonly OpChoice[] = [
  { value: 'contains', label: 'contains' },
  { value: 'starts_with', label: 'starts with' },
  { value: 'ends_with', label: 'ends with' },
];
const presence: readonly OpChoice[] = [
  { value: 'is_missing', label: 'is missing' },
  { value: 'is_present', label: 'is present' },
];

/** What can be asked of a column, the commonest first. */
export function opsOf({ type }: Pick<DatasetColumn, 'type'>): readonly OpChoice[] {
  switch (type) {
    case 'number':
      return [...equality, ...order, ...membership, ...presence];
    case 'datetime':
      return [...equality, ...timeOrder, ...presence];
    case 'boolean':
      return [{ value: 'eq', label: 'is' }, ...presence];
    case 'category':
    case 'text':
      return [...equality, ...membership, ...parts, ...presence];
  }
}

/** How many values an operator takes. */
export const valuesOf = (op: Op): 'none' | 'one' | 'two' | 'many' =>
  op === 'is_missing' || op === 'is_present'
    ? 'none'
    : op === 'between'
      ? 'two'
      : op === 'in' || op === 'not_in'
        ? 'many'
        : 'one';

/** The condition that has been typed; null while it is not one. */
export function typedCondition(
  { name: column, type, storage }: Pick<DatasetColumn, 'name' | 'type' | 'storage'>,
  op: Op,
  typed: readonly string[],
): Condition | null {
  const read = readValue(type, storage);
  const [first = '', second = ''] = typed;
  switch (op) {
    case 'is_missing':
    case 'is_present':
      return { column, op };
    case 'contains':
    case 'starts_with':
    case 'ends_with':
      return first === '' ? null : { column, op, value: first };
    case 'in':
    case 'not_in': {
      const values = typed.map(read).filter((value) => value !== null);
      return values.length === 0 || values.length < typed.length ? null : { column, op, values };
    }
    case 'between': {
      const [low, high] = [read(first), read(second)];
      return low === null || high === null ? null : { column, op, low, high };
    }
    default: {
      const value = read(first);
      return value === null ? null : { column, op, value };
    }
  }
}

const decimal = /^-?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
const moment = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:\d{2})?)?$/;
const time = /^\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?$/;

/**
 * Reads one typed value; null where it is none of the column's kind. Whole numbers beyond 2^53 stay
 * exact as text.
 */
function readValue(
  type: DatasetColumn['type'],
  storage: string,
): (typed: string) => string | number | boolean | null {
  return (typed) => {
    const text = typed.trim();
    if (type === 'category' || type === 'text') return typed === '' ? null : typed;
    if (type === 'boolean') return text === 'true' || text === 'false' ? text === 'true' : null;
    if (type === 'datetime') return (storage === 'TIME' ? time : moment).test(text) ? text : null;
    const plain = text.replace('\u2212', '-').replace(/,(?=\d{3}(\D|$))/g, '');
    if (!decimal.test(plain)) return null;
    const number = Number(plain);
    return Number.isInteger(number) && !Number.isSafeInteger(number) ? plain : number;
  };
}
