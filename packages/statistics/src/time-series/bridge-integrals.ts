/**
 * Survival of Σ Zₖ² / λₖ where `roots` gives √λₖ in order and `determinant` the Fredholm
 * determinant at λ = u²: Smirnov's (1937)
 * formula. Each term is an integral between two neighbouring roots, at whose ends the integrand
 * grows like one over a
 * square root, which the substitution by a cosine takes away.
 */
function survival(
  x: number,
  roots: (k: number) => number,
  determinant: (u: number) => number,
): number {
  if (!(x > least)) return 1;
  let sum = 0;
  for (let k = 1; ; k++) {
    const [low, high] = [roots(2 * k - 1), roots(2 * k)];
    const term = between(x, low, high, determinant);
    sum += k % 2 === 1 ? term : -term;
    if (!(term > 1e-17 * sum)) return Math.min(1, Math.max(0, (2 / Math.PI) * sum));
  }
}

// Smaller values do not occur, and the alternating sum would need ever more terms.
const least = 0.002;
const points = 64;

function between(x: number, low: number, high: number, determinant: (u: number) => number): number {
  const [middle, half] = [(low + high) / 2, (high - low) / 2];
  let sum = 0;
  for (let i = 0; i < points; i++) {
    const angle = (Math.PI * (i + 0.5)) / points;
    const u = middle + half * Math.cos(angle);
    sum +=
      ((Math.exp((-x * u * u) / 2) / u) * half * Math.sin(angle)) /
      Math.sqrt(Math.abs(determinant(u)));
  }
  return (sum * Math.PI) / points;
}

/**
 * P(∫ B² > x) of a Brownian bridge B: the limit of Cramér and von Mises, and of KPSS about a level.
 */
export const squaredBridgeSurvival = (x: number): number =>
  survival(
    x,
    (k) => k * Math.PI,
    (u) => Math.sin(u) / u,
  );

/**
 * P(∫ V² > x) of the second-level Brownian bridge V: the limit of KPSS about a line. Determinant
 * after MacNeill (1978).
 */
export const secondLevelBridgeSurvival = (x: number): number =>
  survival(x, secondLevelRoot, (u) => (12 * (2 - 2 * Math.cos(u) - u * Math.sin(u))) / u ** 4);

/** 2π, 8.99, 4π, 15.45 …: multiples of 2π, and between them twice the roots of tan z = z. */
function secondLevelRoot(k: number): number {
  const turn = Math.ceil(k / 2);
  if (k % 2 === 1) return 2 * Math.PI * turn;
  let z = (turn + 0.5) * Math.PI;
  for (let i = 0; i < 8; i++) z = (turn + 0.5) * Math.PI - Math.atan(1 / z);
  return 2 * z;
}
