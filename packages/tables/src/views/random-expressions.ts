import type { Cell } from '@columnist/contract';
import fc from 'fast-check';

/**
 * A table for random expressions, and the expressions: what tests of every way to compute them
 * share.
 */
export type Row = Readonly<Record<'a' | 'b' | 'k' | 'g' | 'note' | 'done' | 'day', Cell>>;

const maybe = (values: readonly Cell[], i: number, gap: number): Cell =>
  i % gap === 0 ? null : (values[(i * 7) % values.length] ?? null);
const notes = ['a', 'A', 'ab', ' b ', "it's", 'Ärger', 'x" or 1=1 --', '12', '1.5', '-3e2', '🙂b'];
const days = ['2024-02-28', '2024-02-29', '1969-12-31', '2026-11-20'];
export const rows: Row[] = Array.from({ length: 61 }, (_, i) => ({
  a: maybe([-3, -1, 0, 1, 2, 40], i, 5),
  b: maybe([-0.5, 0, 0.125, 0.75, 12.5, 7.25], i, 6),
  k: i,
  g: maybe(['u', 'v', 'w'], i, 8),
  note: maybe(notes, i, 7),
  done: maybe([true, false], i + (i % 3), 4),
  day: maybe(days, i, 9),
}));

const written = (value: Cell): string =>
  value === null
    ? ''
    : typeof value === 'string'
      ? `"${value.replaceAll('"', '""')}"`
      : String(value);
export const csv = `a,b,k,g,note,done,day\n${rows.map((row) => Object.values(row).map(written).join(',')).join('\n')}\n`;

export const columns = [
  ...['a', 'b', 'k'].map((name) => ({ name, type: 'number' as const })),
  ...['g', 'note'].map((name) => ({ name, type: 'text' as const })),
  { name: 'done', type: 'boolean' as const },
  { name: 'day', type: 'date' as const },
];

export const { number, text, truth } = fc.letrec<{
  number: string;
  text: string;
  truth: string;
  day: string;
}>((tie) => {
  const call = (name: string, ...args: fc.Arbitrary<string>[]) =>
    fc.tuple(...args).map((list) => `${name}(${list.join(', ')})`);
  const infix = (
    left: fc.Arbitrary<string>,
    signs: readonly string[],
    right: fc.Arbitrary<string>,
  ) =>
    fc.tuple(left, fc.constantFrom(...signs), right).map(([x, sign, y]) => `(${x} ${sign} ${y})`);
  const by = fc.constantFrom('', ', by: g', ', by: [g, done]');
  const window = (names: readonly string[], of: fc.Arbitrary<string>) =>
    fc
      .tuple(fc.constantFrom(...names), of, by)
      .map(([name, x, group]) => `${name}(${x}${x === '' ? group.replace(/^, /, '') : group})`);
  const signs = ['=', '!=', '<', '<=', '>', '>='];
  return {
    number: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom('a', 'b', 'k', '0', '1', '2.5', '-3', '40'),
      infix(tie('number'), ['+', '-', '*', '/', '%'], tie('number')),
      tie('number').map((x) => `-(${x})`),
      ...['abs', 'sign', 'floor', 'ceil', 'sqrt'].map((name) => call(name, tie('number'))),
      call('least', tie('number'), tie('number')),
      call('greatest', tie('number'), tie('number')),
      call('if', tie('truth'), tie('number'), tie('number')),
      call(
        'case',
        tie('truth'),
        tie('number'),
        tie('truth'),
        fc.constant('missing'),
        tie('number'),
      ),
      call('coalesce', tie('number'), tie('number')),
      call('length', tie('text')),
      // Outside a branch it would be refused where no text is a number.
      call('to_number', tie('text')).map((x) => `if(0 = 0, ${x}, 0)`),
      ...['year', 'month', 'day', 'weekday', 'isoyear'].map((name) => call(name, tie('day'))),
      call('days_between', tie('day'), tie('day')),
      call('seconds_between', tie('day'), tie('day')),
      window(
        [
          'mean',
          'group_mean',
          'median',
          'min',
          'max',
          'count',
          'previous',
          'next',
          'last_present',
          'rank',
          'sum',
          'sd',
          'zscore',
        ],
        fc.constantFrom('a', 'b', 'k', '(a + k)', 'max(a, by: g)'),
      ),
      window(['row_number'], fc.constant('')),
      window(
        ['previous', 'next'],
        fc.constantFrom('a', 'a, 1', 'b, 2', 'k, 0', '(a + k), 7', 'a, 100'),
      ),
    ),
    text: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom('g', 'note', "'u'", "'it''s'", "''", "'12'"),
      ...['lower', 'trim'].map((name) => call(name, tie('text'))),
      call('concat', tie('text'), tie('text')),
      call('substr', tie('text'), fc.constantFrom('1', '2'), fc.constantFrom('0', '1', '3')),
      call('if', tie('truth'), tie('text'), tie('text')),
      call('bin', tie('number'), fc.constantFrom('[0, 1, 2]', '[-3, 0.5, 40]')),
      call('last_present', fc.constantFrom('g', 'note')),
    ),
    truth: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom('done', 'true', 'false'),
      infix(tie('number'), signs, tie('number')),
      infix(tie('text'), signs, tie('text')),
      infix(tie('day'), signs, tie('day')),
      infix(tie('truth'), ['and', 'or'], tie('truth')),
      tie('truth').map((x) => `(not ${x})`),
      fc
        .tuple(
          fc.oneof(tie('number'), tie('text'), tie('truth')),
          fc.constantFrom('is missing', 'is present'),
        )
        .map(([x, test]) => `(${x} ${test})`),
      fc
        .tuple(tie('number'), fc.constantFrom('in', 'not in'))
        .map(([x, test]) => `(${x} ${test} (1, 2.5, 40))`),
      fc
        .tuple(tie('number'), tie('number'), tie('number'))
        .map(([x, y, z]) => `(${x} between ${y} and ${z})`),
      call('contains', tie('text'), tie('text')),
    ),
    day: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom('day'),
      call('coalesce', fc.constant('day'), fc.constant("'2024-02-29'")),
      call('if', tie('truth'), fc.constant('day'), fc.constant("'1999-12-31'")),
    ),
  };
});
