import { expect, test } from 'vitest';
import { sharedData } from './shared-data.ts';

test('what is not beside the clone is named', () => {
  const { isHere, note, path } = sharedData('no-such-file.csv');
  expect(isHere).toBe(false);
  expect(note).toBe(' (../shared/data/no-such-file.csv is not here)');
  expect(path).toMatch(/shared\/data\/no-such-file\.csv$/);
});
