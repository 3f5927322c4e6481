/**
 * The x where a monotone function is 0: steps outward from the start until the sign turns, then
 * halves the interval to the last digits.
 */
export function findRoot(f: (x: number) => number, start: number, low = -Infinity): number {
  const value = f(start);
  if (value === 0) return start;
  let step = Math.max(1, Math.abs(start) / 8);
  let [a, b] = [start, start];
  const rising = f(start + step) > value;
  const upward = value < 0 === rising;
  for (let i = 0; i < 60 && f(upward ? b : a) > 0 === value > 0; i++, step *= 2) {
    if (upward) [a, b] = [b, b + step];
    else [a, b] = [Math.max(low, a - step), a];
    if (a === low && !upward && f(a) > 0 === value > 0) return low;
  }
  for (let i = 0; i < 100; i++) {
    const middle = (a + b) / 2;
    if (middle === a || middle === b || b - a <= 1e-13 * Math.max(1, Math.abs(middle))) break;
    if (f(middle) > 0 === rising) b = middle;
    else a = middle;
  }
  return (a + b) / 2;
}
