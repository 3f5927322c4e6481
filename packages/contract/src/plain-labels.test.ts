import { expect, test } from 'vitest';
import { auditKindNames } from './audit.ts';
import { alertKinds, alertTable, everyMethod, families, kindOf, scopeNames } from './index.ts';

/** What people read: words, and no name of a program. */
const isPlain = (text: string | undefined): boolean =>
  text !== undefined && text.trim() !== '' && !/[a-z0-9]_[a-z0-9]/i.test(text);

test.each(everyMethod)('%s: every word of the form of %o is plain', (_, definition) => {
  const { title, sentence, details, input, form } = definition;
  const places = [
    ...sentence.flatMap((part) => (typeof part === 'string' ? [] : [part.slot])),
    ...details,
  ];
  const kinds = places.map((name) => {
    const schema = input[name];
    return form?.kinds[name] ?? (schema === undefined ? undefined : kindOf(schema));
  });
  const words = [
    title,
    ...sentence.flatMap((part) => (typeof part === 'string' ? [part] : [])),
    ...kinds.flatMap((kind) =>
      kind === undefined
        ? ['']
        : [
            kind.label,
            ...(kind.kind === 'choice' ? kind.options.map(({ label }) => label) : []),
            ...(kind.kind === 'value' && kind.usual !== undefined ? [kind.usual] : []),
          ],
    ),
  ];
  expect(words.filter((word) => !isPlain(word))).toEqual([]);
});

test('families of methods, alerts, acts of the log and permissions are named in plain words', () => {
  const words = [
    ...Object.values(families),
    ...alertKinds.map((kind) => alertTable.get(kind)?.why),
    ...Object.values(auditKindNames),
    ...Object.values(scopeNames),
  ];
  expect(words.filter((word) => !isPlain(word))).toEqual([]);
});
