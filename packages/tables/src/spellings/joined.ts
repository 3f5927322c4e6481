/** What is joined by pairs, also in chains. */
export function joined(size: number, pairs: readonly (readonly [number, number])[]): number[][] {
  const parents = Array.from({ length: size }, (_, i) => i);
  const root = (i: number): number => {
    let at = i;
    for (let up = parents[at] ?? at; up !== at; up = parents[at] ?? at) {
      parents[at] = parents[up] ?? up;
      at = up;
    }
    return at;
  };
  for (const [one, other] of pairs) parents[root(other)] = root(one);
  return [...Map.groupBy(parents.keys(), root).values()];
}
