/** A quoted text literal; only for texts of our own (paths) and where no parameter is allowed. */
export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/**
 * Exactly this double; a number written with a point would be read as a decimal first, and rounded
 * on its way.
 */
export const doubleLiteral = (value: number): string =>
  `'${value === Infinity ? 'inf' : value}'::double`;

/** SQL with `?` places and the values bound to them, in order. */
export interface Sql {
  readonly text: string;
  readonly values: (string | number | boolean)[];
}
