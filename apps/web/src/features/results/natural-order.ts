/**
 * Groups in the order of their characters are read in that of the numbers in their names: 2 before
 * 10. Another order was chosen, and is kept.
 */
export function inNaturalOrder<Group extends { readonly name: string }>(
  groups: readonly Group[],
): readonly Group[] {
  const isByCharacters = groups.every(
    ({ name }, i) => i === 0 || (groups[i - 1]?.name ?? '') <= name,
  );
  return isByCharacters
    ? groups.toSorted((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }))
    : groups;
}
