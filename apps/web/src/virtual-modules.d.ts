/** Written by vite/computing-queries.ts from the table of operations. */
declare module 'virtual:computing-queries' {
  export const computingQueries: readonly string[];
}

/** The design as CSS variables, written by vite/variables.ts. */
declare module 'virtual:variables.css' {}
declare module 'virtual:variables.css?inline' {
  const css: string;
  export default css;
}
