import type { Typed } from '@columnist/contract';
import type { Layers, Part } from '../database/layers.ts';
import { fill, unknown, type Call } from './expression-parts.ts';

/** Whether a condition may be missing in some row. */
function mayBeMissing(node: Typed): boolean {
  if (node.kind === 'literal') return node.value === null;
  if (node.kind === 'column') return true;
  if (node.name === 'is missing' || node.name === 'is present') return false;
  return ['and', 'or', 'not'].includes(node.name) ? node.args.some(mayBeMissing) : true;
}

/** Whether the last value is missing wherever a condition is: that of values that are recoded. */
const keepsMissing = (last: Typed, asked: readonly Typed[]): boolean =>
  last.kind === 'column' &&
  asked.every(
    (condition) =>
      condition.kind === 'call' &&
      condition.name === '=' &&
      condition.args.every(
        (arg) =>
          (arg.kind === 'column' && arg.name === last.name) ||
          (arg.kind === 'literal' && arg.value !== null),
      ),
  );

/**
 * Marks the rows in which case() gives its last value although a condition of it is missing: the
 * value would be another one, had the row all that is asked of it. Not the rows whose last value is
 * missing itself. The conditions become columns.
 */
export function markUndecided(node: Call, args: Part[], layers: Layers): void {
  const last = node.args.at(-1);
  const asked = node.args.slice(0, -1).filter((_, i) => i % 2 === 0);
  if (last === undefined || (last.kind === 'literal' && last.value === null)) return;
  if (!asked.some(mayBeMissing) || keepsMissing(last, asked)) return;
  const conditions = asked.map((_, i) => {
    const condition = layers.hoist(args[2 * i] ?? unknown(node.name));
    args[2 * i] = condition;
    return condition;
  });
  const none = conditions.map((_, i) => `{${i}} is distinct from true`).join(' and ');
  const some = conditions.map((_, i) => `{${i}} is null`).join(' or ');
  const undecided = fill(`(${none} and (${some}))`, conditions);
  if (last.kind === 'literal') {
    layers.undecided.push(layers.hoist(undecided));
    return;
  }
  const value = layers.hoist(args.at(-1) ?? unknown(node.name));
  args[args.length - 1] = value;
  layers.undecided.push(layers.hoist(fill('({0} and {1} is not null)', [undecided, value])));
}
