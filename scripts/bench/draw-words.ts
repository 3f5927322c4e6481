/** Draws several of a list without repetition, the same ones for the same seed. */
export function drawFrom(seed: number): <One>(list: readonly One[], count: number) => One[] {
  let state = seed >>> 0;
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return (list, count) => {
    const left = [...list];
    return Array.from({ length: Math.min(count, left.length) }, () =>
      left.splice(Math.floor(next() * left.length), 1),
    ).flat();
  };
}
