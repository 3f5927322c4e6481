import { expect, test } from 'vitest';
import { answerAsTsv } from './answer-as-tsv.ts';

test('what is copied of an answer is one cell each in a spreadsheet, and no formula', () => {
  const columns = [
    { name: '=cmd()', type: 'text' as const },
    { name: 'n', type: 'number' as const },
  ];
  const items = [
    ['=1+1', -5.25],
    ['a\tb\nc', null],
    ['-5', 2],
  ];
  expect(answerAsTsv({ columns, items })).toBe("'=cmd()\tn\n'=1+1\t-5.25\na b c\t\n-5\t2");
});
