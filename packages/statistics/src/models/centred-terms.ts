import { add, multiply, wide, type DoubleDouble } from '../numerics/double-double.ts';

/** One column of a design: an indicator of levels times powers of numbers. */
export interface Monomial {
  /** The name of the indicator, empty where there is none. */
  readonly levels: string;
  readonly powers: ReadonlyMap<string, number>;
}

/** How much of another column is in a column. */
export interface Share {
  readonly column: number;
  readonly share: DoubleDouble;
}

/** How the columns that are fitted and those that their names say follow from each other. */
export interface Expansion {
  /** Each fitted column as a sum of named ones. */
  readonly ofFitted: readonly (readonly Share[])[];
  /** Each named column as a sum of fitted ones. */
  readonly ofNamed: readonly (readonly Share[])[];
}

interface Found {
  /** null where the fitted columns are the named ones. */
  readonly expansion: Expansion | null;
  /** The numbers that are centred. */
  readonly centred: ReadonlyMap<string, number>;
}

const keyOf = ({ levels, powers }: Monomial): string =>
  JSON.stringify([
    levels,
    [...powers].filter(([, power]) => power > 0).toSorted(([a], [b]) => (a < b ? -1 : 1)),
  ]);

/**
 * Powers of a number far from 0 are nearly combinations of each other; those of its difference d
 * from a centre c are not, and give the same model where every power comes after all lower ones:
 * dᵖ = Σ (p over j) (−c)ᵖ⁻ʲ xʲ. Says which numbers can be centred, and what each column is then.
 */
export function expansionOf(
  monomials: readonly Monomial[],
  centres: ReadonlyMap<string, number>,
): Found {
  const places = new Map(monomials.map((one, i): [string, number] => [keyOf(one), i]).toReversed());
  const placeOf = ({ levels, powers }: Monomial, name: string, power: number): number =>
    places.get(keyOf({ levels, powers: new Map(powers).set(name, power) })) ?? Infinity;
  const centred = new Map(
    [...centres].filter(([name]) =>
      monomials.every((one, i) =>
        Array.from({ length: one.powers.get(name) ?? 0 }, (_, j) => j).every(
          (power) => placeOf(one, name, power) < i,
        ),
      ),
    ),
  );
  const isUsed = monomials.some(({ powers }) => [...powers.keys()].some((one) => centred.has(one)));
  if (!isUsed) return { expansion: null, centred: new Map() };
  const sharesOf =
    (sign: 1 | -1) =>
    (monomial: Monomial): Share[] => {
      let sums: { monomial: Monomial; share: DoubleDouble }[] = [{ monomial, share: wide(1) }];
      for (const [name, power] of monomial.powers) {
        const centre = centred.get(name);
        if (centre !== undefined)
          sums = sums.flatMap((one) =>
            binomial(power, sign * centre).map((share, j) => ({
              monomial: { ...one.monomial, powers: new Map(one.monomial.powers).set(name, j) },
              share: multiply(one.share, share),
            })),
          );
      }
      return sums.map(({ monomial: one, share }) => ({
        column: places.get(keyOf(one)) ?? -1,
        share,
      }));
    };
  return {
    expansion: {
      ofFitted: monomials.map(sharesOf(-1)),
      ofNamed: monomials.map(sharesOf(1)),
    },
    centred,
  };
}

/** The coefficients of (x + c)ᵖ, of x⁰ first. */
function binomial(power: number, c: number): DoubleDouble[] {
  let row: DoubleDouble[] = [wide(1)];
  for (let k = 0; k < power; k++)
    row = Array.from({ length: row.length + 1 }, (_, j) =>
      add(multiply(row[j] ?? wide(0), wide(c)), row[j - 1] ?? wide(0)),
    );
  return row;
}
