/** A quoted text literal; only for texts of our own (paths) and where a parameter cannot stand. */
export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** SQL with `?` places and the values bound to them, in order. */
export interface Sql {
  readonly text: string;
  readonly values: (string | number | boolean)[];
}
