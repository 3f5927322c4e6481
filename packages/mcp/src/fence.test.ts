import { expect, test } from 'vitest';
import { visibleJson } from './fence.ts';

test('what is not drawn is an escape in the JSON, and the same value when it is read', () => {
  const value = {
    name: 'a\u200Bb\u202Ec\u2060\uFEFF',
    cell: 'x\u{E0041}\u{E007F}',
    family: '👨‍👩‍👧 é',
  };
  const written = visibleJson(value);
  expect(written).toBe(
    String.raw`{"name":"a\u200bb\u202ec\u2060\ufeff","cell":"x\udb40\udc41\udb40\udc7f","family":"👨‍👩‍👧 é"}`,
  );
  expect(JSON.parse(written)).toEqual(value);
});
