import { plainLabel } from '@columnist/charts';
import { ofSample, sampled } from '@columnist/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestEngine, type TestEngine } from '../testing.ts';

let engine: TestEngine;
beforeAll(async () => {
  engine = await openTestEngine({ workers: 1 });
});
afterAll(() => engine.close());

/**
 * Names that are also those of an object's own parts, that end an expression, or that a program
 * takes for its own.
 */
const names = [
  'constructor',
  'toString',
  'valueOf',
  'hasOwnProperty',
  '__proto__',
  '__defineGetter__',
  'isPrototypeOf',
  'prototype',
  'length',
  'ends in \\',
  '\\',
  '\\\\',
  '\\"',
  '"',
  "it's",
  'a"b\\',
  '`',
  'datum',
  "datum['x']",
  '[0]',
  'a.b',
  'a[b]',
  '" + evil() + "',
  '${1}',
  '{{1}}',
  'a\u2028b',
  'a\u2029b',
  'two\nlines',
  'tab\there',
  '</text>',
  '&amp;',
  '👩‍👩‍👧',
  '\u202eright',
  // What no XML document holds.
  'escape\u001b[31mred',
  '\u0001',
  'bell\u0007\u0008',
  'vertical\u000btab, form\u000cfeed',
  'unit\u001fseparator',
  'delete\u007f, c1\u009b',
  'not a character\ufffe',
  '\uffff',
  // Cut in the middle of a pair where it is a title.
  `${'x'.repeat(88)}😀 and more`,
];
const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
const png = Buffer.from([0x89, 0x50, 0x4e, 0x47]).toString('base64').slice(0, 5);

test(`columns and cells of any name are drawn as they are (${ofSample})`, async () => {
  // As many as a picture of pairs shows.
  const atOnce = 20;
  // Every name is a column, a cell of a text and a value of a group.
  for (let from = 0; from < names.length; from += atOnce) {
    const some = names.slice(from, from + atOnce);
    const rows = some.flatMap((name, i) =>
      Array.from({ length: 4 }, (_, k) =>
        [
          quoted(name),
          k % 2 === 0 ? 'a' : 'b',
          ...some.map((_name, j) => String(i * k + j + 0.5)),
        ].join(),
      ),
    );
    const { table } = await engine.admit(
      [['cells', 'two', ...some.map(quoted)].join(), ...rows].join('\n'),
    );
    const drawn = (x: string, y?: string) =>
      engine.engine.chart(table, {
        x,
        ...(y === undefined ? {} : { y }),
        view: undefined,
        theme: 'light',
        width: 480,
      });
    for (const [x, y] of [
      ['cells', undefined],
      ['cells', 'two'],
    ] as const) {
      const picture = await drawn(x, y);
      // What is drawn are the names; the few that would mean something to the drawing program have
      // a joiner in front.
      for (const name of some)
        expect(JSON.stringify(picture.spec)).toContain(
          JSON.stringify(plainLabel(name)).slice(1, -1),
        );
      expect(picture.png.slice(0, 5)).toBe(png);
    }
    for (const column of sampled(table.columns.slice(2), 5))
      for (const by of [undefined, 'two'])
        expect((await drawn(column.name, by)).png.slice(0, 5)).toBe(png);
  }
}, 180_000);
