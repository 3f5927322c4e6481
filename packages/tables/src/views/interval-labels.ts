import type { Typed } from '@columnist/contract';

/** The label of an interval, as R's cut writes it. */
export function intervalLabels(bounds: readonly string[]): string[] {
  return bounds
    .slice(1)
    .map(
      (high, i) => `[${Number(bounds[i])},${Number(high)}${i === bounds.length - 2 ? ']' : ')'}`,
    );
}

/** The intervals of a column that bin() made, in the order of their numbers; null of any other. */
export function labelsOf(expression: Typed): string[] | null {
  const bounds =
    expression.kind === 'call' && expression.name === 'bin' ? expression.args[1] : undefined;
  return bounds?.kind === 'literal' ? intervalLabels(String(bounds.value).split(',')) : null;
}
