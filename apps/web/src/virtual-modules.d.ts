/** Paths of operations, written by vite/operation-facts.ts from their table. */
declare module 'virtual:operation-facts' {
  /** Queries that compute. */
  export const computing: readonly string[];
  /** Their 401 says that what they were given is wrong. */
  export const takingCredentials: readonly string[];
}

/** Written by vite/answer-shapes.ts from the outputs of the operations. */
declare module 'virtual:answer-shapes' {
  import type { Shape } from './lib/fits-shape.ts';
  /** By the paths of operations. */
  export const shapes: Readonly<Record<string, Shape>>;
}

/** The design as CSS variables, written by vite/variables.ts. */
declare module 'virtual:variables.css' {}
declare module 'virtual:variables.css?inline' {
  const css: string;
  export default css;
}
