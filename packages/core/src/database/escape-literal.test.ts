import pg from 'pg';
import { expect, test } from 'vitest';
import { openOrm } from '../orm.ts';
import { escapeLiteral } from './escape-literal.ts';

const texts = [
  '',
  'plain',
  "it's",
  "''",
  String.raw`a\b`,
  String.raw`\'; drop table dataset; --`,
  `${'\\'.repeat(5)}'`,
  '{"a":"\\u0000 \\" \'"}',
  'line\nline\ttab',
  'ünïcödé 😀 \ud800',
  '$1 ? :name',
];

test.each(texts)('%j is written as the driver of PostgreSQL writes it', (text) => {
  expect(escapeLiteral(text)).toBe(pg.escapeLiteral(text));
});

test('a text comes back from the database as it was sent', async () => {
  const orm = await openOrm('pglite:memory');
  try {
    for (const text of texts.filter((one) => one.isWellFormed()))
      expect(await orm.em.fork().execute('select ? as text', [text])).toEqual([{ text }]);
  } finally {
    await orm.close();
  }
});
