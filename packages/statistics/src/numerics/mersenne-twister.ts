const size = 624;
const shift = 397;

/**
 * The generator MT19937 of whole numbers below 2³², as numpy's RandomState(seed) begins it.
 * Matsumoto and Nishimura 1998, ACM Transactions on Modeling and Computer Simulation 8, 3–30;
 * Knuth's initialization (TAOCP volume 2, 3rd edition, page 106). The seed is from 0 to 2³² − 1.
 */
export function mersenneTwister(seed: number): () => number {
  const state = new Uint32Array(size);
  state[0] = seed;
  for (let i = 1; i < size; i++) {
    const before = state[i - 1] ?? 0;
    state[i] = Math.imul(1_812_433_253, before ^ (before >>> 30)) + i;
  }
  let at = size;
  const renew = (): void => {
    for (let i = 0; i < size; i++) {
      const joined =
        ((state[i] ?? 0) & 0x80_00_00_00) | ((state[(i + 1) % size] ?? 0) & 0x7f_ff_ff_ff);
      state[i] = (state[(i + shift) % size] ?? 0) ^ (joined >>> 1) ^ ((joined & 1) * 0x99_08_b0_df);
    }
    at = 0;
  };
  return () => {
    if (at === size) renew();
    let y = state[at++] ?? 0;
    y ^= y >>> 11;
    y ^= (y << 7) & 0x9d_2c_56_80;
    y ^= (y << 15) & 0xef_c6_00_00;
    return (y ^ (y >>> 18)) >>> 0;
  };
}
