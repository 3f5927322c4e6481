import { expect, test } from 'vitest';
import { movedTo } from './dataset-tabs.ts';

test('addresses of tabs that became purposes lead to the same question', () => {
  const after = (query: string) => movedTo(new URLSearchParams(query))?.toString() ?? null;
  expect(
    [
      'tab=tests',
      'tab=tests&panel=power&design=t_test',
      'tab=tests&test=%7B%7D&view=v',
      'tab=regression',
      'tab=regression&method=poisson',
      'tab=regression&model=%7B%7D',
      'tab=series',
      'tab=structure&view=v',
      'tab=rows&panel=power',
      '',
    ].map(after),
  ).toEqual([
    'tab=ask&purpose=compare',
    'tab=ask&design=t_test&purpose=power',
    'tab=ask&test=%7B%7D&view=v',
    'tab=ask&purpose=explain',
    'tab=ask&method=poisson&purpose=explain',
    'tab=ask&model=%7B%7D',
    'tab=ask&purpose=series',
    'tab=ask&view=v&purpose=structure',
    null,
    null,
  ]);
});
