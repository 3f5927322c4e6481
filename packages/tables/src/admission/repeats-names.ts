/**
 * The names that a row must hold to be the header once more: those that are not empty; null where
 * they are too few to tell.
 */
export function namesToRepeat(names: readonly string[] | null): ReadonlyMap<number, string> | null {
  if (names === null) return null;
  const present = new Map(
    names.flatMap((name, i) => (name.trim() === '' ? [] : [[i, name.trim()] as const])),
  );
  return present.size < Math.max(2, names.length / 3) ? null : present;
}

/**
 * Whether a row says the names of the columns again, as where files were put one below the other.
 */
export const repeatsNames = (
  row: readonly string[],
  names: ReadonlyMap<number, string> | null,
): boolean => names !== null && [...names].every(([i, name]) => row[i]?.trim() === name);
