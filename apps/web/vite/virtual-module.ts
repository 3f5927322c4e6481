import type { Plugin } from 'vite';

/** A module that the client imports by name and whose text is written while it is built. */
export const virtualModule = (name: string, text: () => string): Plugin => ({
  name,
  resolveId: (id) => (id === name ? `\0${name}` : null),
  load: (id) => (id === `\0${name}` ? text() : null),
});
