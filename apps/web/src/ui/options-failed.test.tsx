import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { orFailed } from './options-failed.tsx';

it('an empty list says that it could not be loaded, and offers another try; one that was loaded does not', () => {
  const asked = { error: new Error('offline'), refetch: () => undefined };
  expect(orFailed({ ...asked, isError: false })).toBeUndefined();
  const shown = renderToStaticMarkup(orFailed({ ...asked, isError: true }));
  expect(shown).toContain('The list could not be loaded. The server could not be reached.');
  expect(shown).toMatch(/<button[^>]*>Try Again<\/button>/);
});
