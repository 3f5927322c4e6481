import type { Plugin } from 'vite';

const nameOf = (id: string): string => id.replace(/\?.*/, '');

/** A module that the client imports by name and whose text is written while it is built. */
export const virtualModule = (name: string, text: () => string): Plugin => ({
  name,
  // A style sheet is also asked for as text, by a query.
  resolveId: (id) => (nameOf(id) === name ? `\0${id}` : null),
  load: (id) => (nameOf(id) === `\0${name}` ? text() : null),
});
