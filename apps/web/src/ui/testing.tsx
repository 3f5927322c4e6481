import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';

/** What a component shows at first, without a browser. */
export const markupOf = (element: ReactElement): string =>
  renderToStaticMarkup(<MemoryRouter>{element}</MemoryRouter>).replaceAll(
    ' data-discover="true"',
    '',
  );
/** What is read, images by their names. */
export const textOf = (markup: string): string =>
  markup
    .replace(/<span[^>]*role="img" aria-label="([^"]*)".*?<\/span>/g, '$1')
    .replace(/<svg.*?<\/svg>/g, '')
    .replace(/<[^>]*>/g, '')
    .trim();
/** What is within each element of this tag; none may hold another of it. */
export const partsOf = (markup: string, tag: string): string[] =>
  [...markup.matchAll(new RegExp(`<${tag}(?: [^>]*)?>(.*?)</${tag}>`, 'g'))].map(
    ([, inner = '']) => inner,
  );
