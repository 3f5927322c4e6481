import { sayVariable } from '@columnist/contract';
import { placeOf, type Measured } from '@columnist/statistics';
import { unfit } from '../finding.ts';

/** Of what two neighbours are apart, a double may lose this share. */
const lostAtMost = 1e-6;

/** Distances of large numbers are known, but not of the doubles that they are rounded to. */
export function requireApart(name: string, { values, scale }: Measured): void {
  const sorted = values.filter(Number.isFinite).toSorted();
  const isLost = sorted.some((value, i) => {
    const before = sorted[i - 1] ?? value;
    const apart = (value - before) / scale.perUnit;
    return Math.abs(placeOf(scale, value) - placeOf(scale, before) - apart) > lostAtMost * apart;
  });
  if (!isLost) return;
  const least = BigInt(Math.floor(placeOf(scale, sorted[0] ?? 0)));
  throw unfit(
    `'${name}' holds numbers so large that doubles do not keep their distances.`,
    'time',
    'Take a number from them with a view and name what is left, such as ' +
      `${sayVariable({ column: name, transform: null, power: 1 })} - ${least}.`,
  );
}
