/**
 * Rounds of x ← (x² + c + seed) mod p, whose numbers stay whole in a double: R and Python compute
 * the same.
 */
export const hash = {
  modulus: 94_906_249,
  spread: 48_271,
  rounds: [7919, 104_729, 15_485_863, 32_452_843],
};
