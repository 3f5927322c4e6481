import { multiply, type DoubleDouble } from '../numerics/double-double.ts';

/**
 * One column of a design: its entries, and what doubles lack of them (of powers and products); null
 * where they lack nothing.
 */
export interface DesignColumn {
  readonly name: string;
  /** The term it belongs to; 0 is the intercept where there is one. */
  readonly term: number;
  readonly values: Float64Array;
  readonly rest: Float64Array | null;
}

/** What multiplies into columns: a number, or a set of levels. */
export type Factor =
  | {
      readonly kind: 'number';
      readonly name: string;
      readonly values: Float64Array;
      readonly power: number;
    }
  | {
      readonly kind: 'levels';
      readonly name: string;
      readonly codes: Uint32Array;
      readonly levels: readonly string[];
    };

export type Contrasts = 'treatment' | 'sum';

export interface Design {
  readonly columns: readonly DesignColumn[];
  readonly terms: readonly { readonly name: string; readonly factors: readonly string[] }[];
  readonly rows: number;
  readonly intercept: boolean;
}

/**
 * The model matrix of terms, each a product of factors. Levels are coded against the first
 * (treatment), or as deviations from
 * the mean of all with the last left out (sum); R: model.matrix with contr.treatment or contr.sum.
 * Where the margin of a term
 * is not in the model, its levels are all coded, as R does.
 */
export function designOf(
  terms: readonly (readonly Factor[])[],
  {
    rows,
    intercept,
    contrasts,
  }: { readonly rows: number; readonly intercept: boolean; readonly contrasts: Contrasts },
): Design {
  const named = terms.map((factors) => factors.map(labelOf));
  const columns: DesignColumn[] = intercept
    ? [{ name: '(Intercept)', term: 0, values: new Float64Array(rows).fill(1), rest: null }]
    : [];
  const present = (factors: readonly string[], before: number): boolean =>
    factors.length === 0
      ? intercept
      : named.slice(0, before).some((other) => sameSet(other, factors));
  for (const [i, factors] of terms.entries()) {
    let made: Omit<DesignColumn, 'term'>[] = [];
    for (const [k, factor] of factors.entries()) {
      const others = (named[i] ?? []).filter((_, at) => at !== k);
      const parts =
        factor.kind === 'number'
          ? [numberColumn(factor)]
          : levelColumns(factor, present(others, i) ? contrasts : 'all');
      made = k === 0 ? parts : parts.flatMap((part) => made.map((one) => product(one, part)));
    }
    columns.push(...made.map((column) => ({ ...column, term: i + (intercept ? 1 : 0) })));
  }
  return {
    columns,
    terms: [
      ...(intercept ? [{ name: '(Intercept)', factors: [] }] : []),
      ...named.map((factors) => ({ name: factors.join(':'), factors })),
    ],
    rows,
    intercept,
  };
}

const sameSet = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((name) => b.includes(name));
const labelOf = (factor: Factor): string =>
  factor.kind === 'number' && factor.power !== 1
    ? `I(${factor.name}^${factor.power})`
    : factor.name;

function numberColumn(factor: Extract<Factor, { kind: 'number' }>): Omit<DesignColumn, 'term'> {
  const { values, power } = factor;
  if (power === 1) return { name: labelOf(factor), values, rest: null };
  const [high, low] = [new Float64Array(values.length), new Float64Array(values.length)];
  values.forEach((value, row) => {
    let total: DoubleDouble = { hi: 1, lo: 0 };
    for (let k = 0; k < power; k++) total = multiply(total, { hi: value, lo: 0 });
    [high[row], low[row]] = [total.hi, total.lo];
  });
  return { name: labelOf(factor), values: high, rest: low };
}

function levelColumns(
  { name, codes, levels }: Extract<Factor, { kind: 'levels' }>,
  contrasts: Contrasts | 'all',
): Omit<DesignColumn, 'term'>[] {
  const last = levels.length - 1;
  const coded =
    contrasts === 'all'
      ? levels.map((_, i) => i)
      : contrasts === 'treatment'
        ? levels.slice(1).map((_, i) => i + 1)
        : levels.slice(0, last).map((_, i) => i);
  return coded.map((level) => ({
    name: contrasts === 'sum' ? `${name}${level + 1}` : `${name}[${levels[level] ?? ''}]`,
    values: Float64Array.from(codes, (code) =>
      code === level ? 1 : contrasts === 'sum' && code === last ? -1 : 0,
    ),
    rest: null,
  }));
}

function product(
  a: Omit<DesignColumn, 'term'>,
  b: Omit<DesignColumn, 'term'>,
): Omit<DesignColumn, 'term'> {
  const [high, low] = [new Float64Array(a.values.length), new Float64Array(a.values.length)];
  a.values.forEach((value, row) => {
    const total = multiply(
      { hi: value, lo: a.rest?.[row] ?? 0 },
      { hi: b.values[row] ?? NaN, lo: b.rest?.[row] ?? 0 },
    );
    [high[row], low[row]] = [total.hi, total.lo];
  });
  return { name: `${a.name}:${b.name}`, values: high, rest: low };
}
