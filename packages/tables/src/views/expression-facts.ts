import { looksOverRows, type Typed } from '@columnist/contract';

/** Whether it looks at other rows than its own. */
export const asksRows = (node: Typed): boolean =>
  node.kind === 'call' && (looksOverRows(node.name) || node.args.some(asksRows));

/** The columns that it names, each as often as it does. */
export const namesIn = (node: Typed): string[] =>
  node.kind === 'column'
    ? [node.name]
    : node.kind === 'call'
      ? [...node.args, ...node.by].flatMap(namesIn)
      : [];

/** Whether it is missing in some rows by what is written: the word itself, or the row before or after. */
export const isMeantMissing = (node: Typed): boolean =>
  (node.kind === 'literal' && node.value === null) ||
  (node.kind === 'call' &&
    (node.name === 'previous' ||
      node.name === 'next' ||
      [...node.args, ...node.by].some(isMeantMissing)));

/** Whether all that an expression gives is read from texts. */
export const readsWhole = (expression: Typed): boolean =>
  expression.kind === 'call' &&
  ['to_number', 'to_date', 'to_datetime', 'to_time', 'to_duration'].includes(expression.name);

/** Whether a value differs from row to row. */
export const readsColumns = (node: Typed): boolean =>
  node.kind === 'column' ||
  (node.kind === 'call' && (node.args.length === 0 || node.args.some(readsColumns)));

/** Whether dates beside dates with times have to become such themselves. */
export const mixesMoments = ({ args }: { readonly args: readonly Typed[] }): boolean =>
  args.some(({ type }) => type === 'datetime') && args.some(({ type }) => type === 'date');

/** The text between the parts that an expression takes. */
export function separatorOf(expression: Typed): string | null {
  const by = expression.kind === 'call' ? expression.args[1] : undefined;
  return by?.kind === 'literal' && typeof by.value === 'string' ? by.value : null;
}
