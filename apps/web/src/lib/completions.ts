import { functions, needsBackticks, type DatasetColumn } from '@columnist/contract';

export interface Completion {
  /** The whole text with the completion in its place. */
  readonly value: string;
  readonly caret: number;
  readonly label: string;
  readonly kind: 'column' | 'function' | 'value' | 'word';
  readonly hint: string;
}

const shownAtMost = 12;
const comparisons = ['=', '!=', '>', '>=', '<', '<='];
const lastName = /(?:`([^`]+)`|([\p{L}_][\p{L}\p{M}\p{N}_.]*))\s*$/u;

/**
 * Names a person may be typing at the caret: values beside a column they are compared with,
 * operators behind a column, else columns and functions.
 */
export function completionsFor(
  text: string,
  caret: number,
  columns: readonly DatasetColumn[],
): Completion[] {
  const before = text.slice(0, caret);
  const behind = text.slice(caret);
  const insert = (
    start: number,
    written: string,
    rest: Omit<Completion, 'value' | 'caret'>,
  ): Completion => ({
    ...rest,
    value: before.slice(0, start) + written + behind,
    caret: start + written.length,
  });

  const value =
    /(?:`([^`]+)`|([\p{L}_][\p{L}\p{M}\p{N}_.]*))\s*(?:!?=|(?:not\s+)?in\s*\((?:[^()]*,)?)\s*(['"]?)([^'"(),]*)$/iu.exec(
      before,
    );
  if (value !== null) {
    const column = columns.find(({ name }) => name === (value[1] ?? value[2]));
    const typed = value[4] ?? '';
    const values = valuesOf(column).filter((one) =>
      one.toLowerCase().includes(typed.trim().toLowerCase()),
    );
    const start = caret - typed.length - (value[3] ?? '').length;
    if (values.length > 0)
      return values.slice(0, shownAtMost).map((one) =>
        insert(start, column?.type === 'boolean' ? one : `'${one.replaceAll("'", "''")}'`, {
          label: one,
          kind: 'value',
          hint: 'value',
        }),
      );
    if (value[3] !== '') return [];
  }
  if ((before.match(/'/g) ?? []).length % 2 === 1 || (before.match(/"/g) ?? []).length % 2 === 1)
    return [];

  const named = /\s$/.test(before) ? lastName.exec(before) : null;
  const column = columns.find(({ name }) => name === (named?.[1] ?? named?.[2]));
  if (column !== undefined) {
    const words = [
      ...(column.type === 'boolean'
        ? []
        : column.type === 'number' || column.type === 'datetime'
          ? [...comparisons, 'between']
          : comparisons.slice(0, 2)),
      ...(column.type === 'boolean' ? [] : ['in (']),
      'is missing',
      'is present',
    ];
    return words.map((word) =>
      insert(caret, word === 'in (' ? word : `${word} `, { label: word, kind: 'word', hint: '' }),
    );
  }

  const typed = /(?:`[^`]*|[\p{L}_][\p{L}\p{M}\p{N}_.]*)$/u.exec(before)?.[0] ?? '';
  // Behind a value nothing is suggested until an operator asks for another.
  if (
    typed === '' &&
    before.trim() !== '' &&
    !/(?:[-(,+*/%^=<>]|\b(?:and|or|not))\s*$/i.test(before)
  )
    return [];
  const wanted = typed.replace('`', '').toLowerCase();
  const start = caret - typed.length;
  const fits = (name: string): boolean => name.toLowerCase().includes(wanted);
  const first = (name: string): number => (name.toLowerCase().startsWith(wanted) ? 0 : 1);
  const found = columns
    .filter(({ name }) => fits(name))
    .sort((a, b) => first(a.name) - first(b.name))
    .slice(0, shownAtMost);
  const calls =
    wanted === '' || typed.startsWith('`')
      ? []
      : Object.entries(functions)
          .filter(([name]) => name.startsWith(wanted))
          .slice(0, 6);
  return [
    ...found.map(({ name, type }) =>
      insert(start, needsBackticks(name) ? `\`${name}\`` : name, {
        label: name,
        kind: 'column' as const,
        hint: type,
      }),
    ),
    ...calls.map(([name, { summary }]) =>
      insert(start, `${name}(`, { label: `${name}(`, kind: 'function' as const, hint: summary }),
    ),
  ].filter(({ value: made }) => made !== text);
}

function valuesOf(column: DatasetColumn | undefined): readonly string[] {
  if (column === undefined) return [];
  if (column.type === 'boolean') return ['true', 'false'];
  return column.type === 'category' ? (column.picture?.labels ?? []) : [];
}
