import { expect, it } from 'vitest';
import { Note } from './note.tsx';
import { markupOf } from './testing.tsx';

it('a message isolates the names in it that are written from right to left, in its elements too', () => {
  const markup = markupOf(
    <Note kind="warn">
      Of שכר, <b>3 of עיר</b>
      <span aria-hidden="true">: 12</span>
    </Note>,
  );
  expect(markup.replace(/^.*?<\/svg>/, '')).toBe(
    '<div>Of \u2068שכר\u2069, <b>3 of \u2068עיר\u2069</b><span aria-hidden="true">: 12</span></div></div>',
  );
});
