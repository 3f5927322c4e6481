import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RecordCounter } from './count-records.ts';
import { RecordScanner } from './scan-records.ts';

const pieces = fc.constantFrom(
  'a',
  ',',
  '"',
  '\n',
  '\r\n',
  '\r',
  ' ',
  '""',
  'é',
  'word',
  '",',
  ',"',
  '\n"',
  ', "',
  '" ,',
);
const counted = (text: string, chunk: number) => {
  const counter = new RecordCounter(',');
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += chunk) counter.push(bytes.subarray(at, at + chunk));
  return counter.end();
};

describe('counting by line ends', () => {
  it.each([
    ['a,b\n1,2\n', 2, 'lf', false],
    ['a,b\r\n1,2', 2, 'crlf', false],
    ['a,b\n"x\ny",2\n', 2, 'lf', true],
  ] as const)('%j', (text, records, lineEnding, quoted) => {
    expect(counted(text, 1000)).toEqual({ records, lineEnding, quoted });
  });

  it.each([
    '',
    'a,b\n\n1,2\n',
    'a,b\n1, "2"\n',
    'a,b\n"1" ,2\n',
    'a,b\r1,2\r',
    'a,b\r\n1,2\n',
    'a,b\n"1,2\n',
    'a\0b\n',
    ' "a",b\n',
  ])('leaves %j to the exact scan', (text) => {
    expect(counted(text, 1000)).toBeNull();
  });

  it('agrees with the exact scan wherever it answers and the records are even, however the text is cut', () => {
    fc.assert(
      fc.property(
        fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join('')),
        fc.integer({ min: 1, max: 50 }),
        (text, chunk) => {
          const scanner = new RecordScanner(',');
          let exact;
          try {
            scanner.push(Buffer.from(text));
            exact = scanner.end();
          } catch {
            return;
          }
          const quick = counted(text, chunk);
          if (quick === null) return;
          expect(quick.records).toBe(exact.records + exact.blankCount);
        },
      ),
      { numRuns: 3000 },
    );
  });
});
