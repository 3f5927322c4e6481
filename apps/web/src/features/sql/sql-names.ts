/** A name as a statement writes it: in double quotes where it is no plain word. */
export const plainName = (name: string): string =>
  /^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`;

/** A dataset by its name without .csv, which the server knows it by too. */
export const tableName = (name: string): string => plainName(name.replace(/\.csv$/i, ''));
