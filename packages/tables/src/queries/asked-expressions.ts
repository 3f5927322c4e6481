import {
  looksOverRows,
  parseExpression,
  AppError,
  type Expression,
  type FunctionName,
} from '@columnist/contract';

/** The columns that it names, but for those within calls of one function. */
export function columnsIn(node: Expression, except?: FunctionName): string[] {
  const within = (nodes: readonly Expression[]): string[] =>
    nodes.flatMap((one) => columnsIn(one, except));
  if (node.kind === 'column') return [node.name];
  if (node.kind === 'list') return within(node.items);
  return node.kind === 'call' && node.name !== except ? within([...node.args, ...node.by]) : [];
}

const column = (name: string): Expression => ({ kind: 'column', name, span: { from: 0, to: 0 } });

/**
 * Functions over rows look at the rows of the group, unless it is written which rows they look at.
 */
export function withinGroups(node: Expression, keys: readonly string[]): Expression {
  if (node.kind === 'list')
    return { ...node, items: node.items.map((item) => withinGroups(item, keys)) };
  if (node.kind !== 'call') return node;
  const by = node.by.map((one) => withinGroups(one, keys));
  return {
    ...node,
    args: node.args.map((arg) => withinGroups(arg, keys)),
    by: looksOverRows(node.name) && node.over === undefined ? [...keys.map(column), ...by] : by,
  };
}

/** The groups of a function over rows that looks at the rows of these groups already. */
export function findIdleBy(node: Expression, keys: readonly string[]): readonly string[] | null {
  if (node.kind === 'list') return firstOf(node.items, (item) => findIdleBy(item, keys));
  if (node.kind !== 'call') return null;
  const names = node.by.flatMap((one) => (one.kind === 'column' ? [one.name] : []));
  const isIdle =
    looksOverRows(node.name) &&
    node.over === undefined &&
    names.length > 0 &&
    names.length === node.by.length &&
    names.every((name) => keys.includes(name));
  return isIdle ? names : firstOf(node.args, (arg) => findIdleBy(arg, keys));
}

function firstOf<Node, Found>(
  nodes: readonly Node[],
  find: (node: Node) => Found | null,
): Found | null {
  for (const node of nodes) {
    const found = find(node);
    if (found !== null) return found;
  }
  return null;
}

export const hasCall = (node: Expression, test: (name: string) => boolean): boolean =>
  node.kind === 'list'
    ? node.items.some((item) => hasCall(item, test))
    : node.kind === 'call' &&
      (test(node.name) || [...node.args, ...node.by].some((one) => hasCall(one, test)));

/** None of a text that cannot be read, which is said later. */
export function columnsOfText(text: string): string[] {
  try {
    return columnsIn(parseExpression(text));
  } catch (error) {
    if (error instanceof AppError) return [];
    throw error;
  }
}
