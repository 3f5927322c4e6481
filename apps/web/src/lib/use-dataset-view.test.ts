import { expect, it } from 'vitest';
import { followed } from './use-dataset-view.ts';

it('a view that a link led to can be undone, and going back is an undo', () => {
  const begun = { past: [], now: null, future: [] };
  const mended = followed(begun, 'mended');
  const back = followed(mended, null);
  expect([mended, back, followed(back, 'mended'), followed(back, 'other')]).toEqual([
    { past: [null], now: 'mended', future: [] },
    { past: [], now: null, future: ['mended'] },
    { past: [null], now: 'mended', future: [] },
    { past: [null], now: 'other', future: [] },
  ]);
});
