/** Written by vite/computing-queries.ts from the table of operations. */
declare module 'virtual:computing-queries' {
  export const computingQueries: readonly string[];
}
