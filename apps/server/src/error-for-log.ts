const frames = /^\s+at .*$/gm;
const facts = ['code', 'constraint', 'table', 'column'] as const;

/**
 * An error as the log keeps it. Messages of PostgreSQL and of its drivers hold the values of the
 * statement (addresses,
 * hashes of passwords), so of those only the code, the names of table and constraint, and the
 * places in the code are kept.
 */
export function errorForLog(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return error;
  const kept = Object.fromEntries(
    facts.flatMap((name) =>
      name in error && typeof Reflect.get(error, name) === 'string'
        ? [[name, String(Reflect.get(error, name))]]
        : [],
    ),
  );
  const cause =
    error.cause instanceof Error && depth < 5 ? { cause: errorForLog(error.cause, depth + 1) } : {};
  return {
    type: error.name,
    ...(isOfDatabase(error) ? {} : { message: error.message }),
    ...kept,
    stack: (error.stack?.match(frames) ?? []).join('\n'),
    ...cause,
  };
}

/** As PostgreSQL, PGlite and the ORM throw them: with an SQLSTATE, or with the statement. */
const isOfDatabase = (error: Error): boolean =>
  'severity' in error ||
  'sqlMessage' in error ||
  'query' in error ||
  /^[0-9A-Z]{5}$/.test('code' in error ? String(error.code) : '') ||
  error.name.endsWith('Exception') ||
  error.name === 'DatabaseError';
