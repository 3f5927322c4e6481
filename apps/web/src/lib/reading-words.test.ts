import { expect, it } from 'vitest';
import { forReaders } from './reading-words.ts';

it.each([
  ["If so, state the decimal mark ',' (decimal_mark).", "If so, state the decimal mark ','."],
  ['‘a (b)’ is text (1234); see line 3 (of 7).', '‘a (b)’ is text (1234); see line 3 (of 7).'],
])('%s', (note, read) => expect(forReaders(note)).toBe(read));
