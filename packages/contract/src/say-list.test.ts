import { expect, test } from 'vitest';
import { sayLabels, sayList } from './say-list.ts';

test('quotes items in which an end could be seen, and no others', () => {
  expect(sayList(['low', 'a; b', 'say "x"', ' wide ', '', 'two words'])).toBe(
    'low; "a; b"; "say ""x"""; " wide "; ""; two words',
  );
  expect(
    sayLabels([
      { value: 0, label: 'no; never' },
      { value: 'a = b', label: 'yes' },
    ]),
  ).toBe('0 = "no; never"; "a = b" = yes');
});
