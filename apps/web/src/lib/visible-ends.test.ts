import { expect, it } from 'vitest';
import { visibleEnds } from './visible-ends.ts';

it('draws white space at the ends of a text and none within it', () => {
  expect(['Adelie', 'Adelie ', '  New York\t', '', ' '].map(visibleEnds)).toEqual([
    'Adelie',
    'Adelie␣',
    '␣␣New York␣',
    '',
    '␣',
  ]);
});
