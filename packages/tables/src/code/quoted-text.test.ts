import { openCodeRunner } from '@columnist/testing';
import { afterAll, describe, expect, test } from 'vitest';
import { quotedText } from './quoted-text.ts';

/** Marks of direction, a joiner, a space that does not break, a tag beyond the first plane, a line. */
const hostile = 'a\u202Eb\u200D\u00A0"\\\u{E0041}\u2028\n\u0085 Größe 🙂';

const runner = openCodeRunner();
afterAll(() => runner.close());

test('what cannot be seen is written as its number, letters stay', () => {
  expect(quotedText(hostile)).toBe(
    '"a\\u202eb\\u200d\\u00a0\\"\\\\\\U000e0041\\u2028\\n\\u0085 Größe 🙂"',
  );
});

describe('is the text itself in', () => {
  const signs = [...hostile].map((sign) => sign.codePointAt(0)).join();
  const codes = {
    R: `cat(paste(utf8ToInt(${quotedText(hostile)}), collapse = ","))`,
    Python: `print(",".join(str(ord(v)) for v in ${quotedText(hostile)}), end="")`,
  } as const;
  for (const language of ['R', 'Python'] as const)
    test(`in ${language}`, async ({ skip }) => {
      expect(await runner.run(language, codes[language], skip)).toBe(signs);
    });
});
