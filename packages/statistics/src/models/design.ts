import {
  add,
  multiply,
  narrow,
  subtract,
  twoSum,
  wide,
  type DoubleDouble,
} from '../numerics/double-double.ts';
import { expansionOf, type Expansion, type Monomial } from './centred-terms.ts';

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
      /** What doubles lack of the decimals that were read; nothing where left out. */
      readonly rest?: Float64Array | null;
      readonly power: number;
      /**
       * A number within its range. The design has the powers of the difference from it, where it
       * has all lower ones as well.
       */
      readonly centre?: number;
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
  /**
   * Of a number far from 0 the powers of its difference from a centre are kept, which can be
   * distinguished; null where the columns are what their names say.
   */
  readonly expansion: Expansion | null;
}

/** The entries of a column that are what its name says. */
export function namedValues({ columns, expansion, rows }: Design, k: number): Float64Array {
  const shares = expansion?.ofNamed[k];
  if (shares === undefined) return columns[k]?.values ?? new Float64Array(rows);
  return Float64Array.from({ length: rows }, (_, row) =>
    narrow(
      shares.reduce((sum, { column, share }) => {
        const { values, rest } = columns[column] ?? {};
        return add(sum, multiply(share, { hi: values?.[row] ?? NaN, lo: rest?.[row] ?? 0 }));
      }, wide(0)),
    ),
  );
}

/**
 * How far the entries of a column that is what its name says lie from the first of them: their
 * differences, of which an offset that all share takes no digits.
 */
export function namedDistances(design: Design, k: number): Float64Array {
  const { columns, expansion, rows } = design;
  const entry = (column: number, row: number): DoubleDouble => ({
    hi: columns[column]?.values[row] ?? NaN,
    lo: columns[column]?.rest?.[row] ?? 0,
  });
  const shares = expansion?.ofNamed[k] ?? [{ column: k, share: wide(1) }];
  // What a column is moved by is the same in every row.
  const varying = shares.filter(({ column }) => columns[column]?.term !== 0 || !design.intercept);
  const only = varying.length === 1 ? columns[varying[0]?.column ?? 0] : undefined;
  if (only !== undefined && only.rest === null && narrow(varying[0]?.share ?? wide(0)) === 1) {
    const first = only.values[0] ?? 0;
    return only.values.map((value) => value - first);
  }
  const firsts = varying.map(({ column }) => entry(column, 0));
  return Float64Array.from({ length: rows }, (_, row) =>
    narrow(
      varying.reduce((sum, { column, share }, i) => {
        return add(sum, multiply(share, subtract(entry(column, row), firsts[i] ?? wide(0))));
      }, wide(0)),
    ),
  );
}

/**
 * The model matrix of terms, each a product of factors. Levels are coded against the first
 * (treatment), or as deviations from the mean of all with the last left out (sum); R: model.matrix
 * with contr.treatment or contr.sum. Where the margin of a term is not in the model, its levels are
 * all coded, as R does.
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
  const present = (factors: readonly string[], before: number): boolean =>
    factors.length === 0
      ? intercept
      : named.slice(0, before).some((other) => sameSet(other, factors));
  const planned = terms.flatMap((factors, i): { term: number; parts: Part[] }[] => {
    let made: Part[][] = [[]];
    for (const [k, factor] of factors.entries()) {
      const others = (named[i] ?? []).filter((_, at) => at !== k);
      const parts =
        factor.kind === 'number'
          ? [numberPart(factor)]
          : levelParts(factor, present(others, i) ? contrasts : 'all');
      made = parts.flatMap((part) => made.map((one) => [...one, part]));
    }
    return made.map((parts) => ({ parts, term: i + (intercept ? 1 : 0) }));
  });
  const monomials = [
    ...(intercept ? [{ levels: '', powers: new Map<string, number>() }] : []),
    ...planned.map(({ parts }) => monomialOf(parts)),
  ];
  const centres = new Map(
    terms
      .flat()
      .flatMap((factor) =>
        factor.kind === 'number' && factor.centre !== undefined
          ? [[factor.name, factor.centre] as const]
          : [],
      ),
  );
  const { expansion, centred } = expansionOf(monomials, centres);
  return {
    columns: [
      ...(intercept
        ? [{ name: '(Intercept)', term: 0, values: new Float64Array(rows).fill(1), rest: null }]
        : []),
      ...planned.map(({ parts, term }) => {
        const [first = ones(rows), ...others] = parts.map((part) => part.entries(centred));
        return {
          name: parts.map(({ name }) => name).join(':'),
          term,
          ...others.reduce(product, first),
        };
      }),
    ],
    terms: [
      ...(intercept ? [{ name: '(Intercept)', factors: [] }] : []),
      ...named.map((factors) => ({ name: factors.join(':'), factors })),
    ],
    rows,
    intercept,
    expansion,
  };
}

type Entries = Pick<DesignColumn, 'values' | 'rest'>;

/** What multiplies into one column. */
interface Part {
  readonly name: string;
  /** Of a number the variable, and its power. */
  readonly variable: string | null;
  readonly power: number;
  readonly entries: (centres: ReadonlyMap<string, number>) => Entries;
}

const ones = (rows: number): Entries => ({ values: new Float64Array(rows).fill(1), rest: null });

function monomialOf(parts: readonly Part[]): Monomial {
  const powers = new Map<string, number>();
  for (const { variable, power } of parts)
    if (variable !== null) powers.set(variable, (powers.get(variable) ?? 0) + power);
  return {
    levels: parts.flatMap(({ variable, name }) => (variable === null ? [name] : [])).join(':'),
    powers,
  };
}

const sameSet = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((name) => b.includes(name));
const labelOf = (factor: Factor): string =>
  factor.kind === 'number' && factor.power !== 1
    ? `I(${factor.name}^${factor.power})`
    : factor.name;

function numberPart(factor: Extract<Factor, { kind: 'number' }>): Part {
  const { name, values, rest = null, power } = factor;
  return {
    name: labelOf(factor),
    variable: name,
    power,
    entries: (centres) => {
      const centre = centres.get(name) ?? 0;
      if (power === 1 && centre === 0) return { values, rest };
      const [high, low] = [new Float64Array(values.length), new Float64Array(values.length)];
      values.forEach((value, row) => {
        const base = add(twoSum(value, -centre), wide(rest?.[row] ?? 0));
        let total: DoubleDouble = wide(1);
        for (let k = 0; k < power; k++) total = multiply(total, base);
        [high[row], low[row]] = [total.hi, total.lo];
      });
      return { values: high, rest: low };
    },
  };
}

function levelParts(
  { name, codes, levels }: Extract<Factor, { kind: 'levels' }>,
  contrasts: Contrasts | 'all',
): Part[] {
  const last = levels.length - 1;
  const coded =
    contrasts === 'all'
      ? levels.map((_, i) => i)
      : contrasts === 'treatment'
        ? levels.slice(1).map((_, i) => i + 1)
        : levels.slice(0, last).map((_, i) => i);
  return coded.map((level) => ({
    name: contrasts === 'sum' ? `${name}${level + 1}` : `${name}[${levels[level] ?? ''}]`,
    variable: null,
    power: 1,
    entries: () => ({
      values: Float64Array.from(codes, (code) =>
        code === level ? 1 : contrasts === 'sum' && code === last ? -1 : 0,
      ),
      rest: null,
    }),
  }));
}

function product(a: Entries, b: Entries): Entries {
  const [high, low] = [new Float64Array(a.values.length), new Float64Array(a.values.length)];
  a.values.forEach((value, row) => {
    const total = multiply(
      { hi: value, lo: a.rest?.[row] ?? 0 },
      { hi: b.values[row] ?? NaN, lo: b.rest?.[row] ?? 0 },
    );
    [high[row], low[row]] = [total.hi, total.lo];
  });
  return { values: high, rest: low };
}
