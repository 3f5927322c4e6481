const named = 5;

/** What is said of the columns of a model that others give already; R writes NA for them. */
export function sayLeftOut(
  coefficients: readonly { readonly name: string; readonly estimate: number | null }[],
): string {
  const left = coefficients.flatMap(({ name, estimate }) => (estimate === null ? [name] : []));
  if (left.length === 0) return '';
  const more = left.length - named;
  const names = [...left.slice(0, named), ...(more > 0 ? [`${more} more`] : [])].join(', ');
  return left.length === 1
    ? ` ${names} is constant or a combination of other terms here, and is left out.`
    : ` ${names} are constant or combinations of other terms here, and are left out.`;
}
