import type { Typed } from '@columnist/contract';
import { decimalOf, type FieldColumn } from '../table/table-column.ts';

/** Digits before and after the point. */
interface Digits {
  readonly whole: number;
  readonly places: number;
}

const digitsOfBigint = 19;
const mostDigits = 38;

/** Functions over rows that answer with a value of their column. */
const choosing = new Set(['min', 'max', 'mode', 'previous', 'next', 'last_present']);

/**
 * The arguments of a call whose values it gives as they are: of if() and case() those that are no
 * conditions; none of a call that computes.
 */
export function passedOn({ name, args }: Extract<Typed, { kind: 'call' }>): readonly boolean[] {
  if (name === 'coalesce') return args.map(() => true);
  if (name === 'if') return args.map((_, i) => i > 0);
  if (name === 'case') return args.map((_, i) => i % 2 === 1 || i === args.length - 1);
  return args.map((_, i) => i === 0 && choosing.has(name));
}

/**
 * How the numbers of an expression are kept where it computes none: it gives numbers of columns as
 * they are, and numbers that are written out. Null where it computes, or where a column has doubles:
 * then they are doubles.
 */
export function keptStorage(
  expression: Typed,
  columnOf: (name: string) => FieldColumn,
): string | null {
  let hasColumn = false;
  let isWhole = true;
  const digits: Digits[] = [];
  const add = (found: Digits | null): boolean => {
    if (found === null) return false;
    digits.push(found);
    isWhole &&= found.places === 0 && found.whole <= digitsOfBigint;
    return true;
  };
  const visit = (node: Typed): boolean => {
    if (node.kind === 'literal') return node.value === null || add(digitsOfLiteral(node));
    if (node.type !== 'number' && node.type !== 'missing') return false;
    if (node.kind === 'column') {
      hasColumn = true;
      return add(digitsOfStorage(columnOf(node.name).storage));
    }
    const passed = passedOn(node);
    return passed.includes(true) && node.args.every((arg, i) => passed[i] !== true || visit(arg));
  };
  if (!visit(expression) || !hasColumn) return null;
  const whole = Math.max(...digits.map((one) => one.whole));
  const places = Math.max(...digits.map((one) => one.places));
  if (isWhole) return 'BIGINT';
  return whole + places > mostDigits ? null : `DECIMAL(${whole + places},${places})`;
}

function digitsOfStorage(storage: string): Digits | null {
  if (storage === 'BIGINT') return { whole: digitsOfBigint, places: 0 };
  const decimal = decimalOf(storage);
  return decimal === null
    ? null
    : { whole: decimal.precision - decimal.scale, places: decimal.scale };
}

function digitsOfLiteral({ type, value }: Extract<Typed, { kind: 'literal' }>): Digits | null {
  const match = type === 'number' ? /^-?(\d{1,18})(?:\.(\d{1,18}))?$/.exec(String(value)) : null;
  return match === null ? null : { whole: match[1]?.length ?? 0, places: match[2]?.length ?? 0 };
}
