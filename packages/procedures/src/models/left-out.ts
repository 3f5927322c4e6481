import type { Assumption } from '../finding.ts';
import type { Design } from '@columnist/statistics';
import type { ModelRows } from './read-model.ts';

type Coefficients = readonly {
  readonly name: string;
  readonly term: number;
  readonly estimate: number | null;
}[];

/** The columns of a model that others give already; R writes NA for them. */
export interface LeftOut {
  readonly names: readonly string[];
  /** At the end of the sentence of the model; empty where none is left out. */
  readonly said: string;
  readonly notes: readonly Assumption[];
}

const named = 5;

export function leftOutOf(coefficients: Coefficients): LeftOut {
  const names = coefficients.flatMap(({ name, estimate }) => (estimate === null ? [name] : []));
  if (names.length === 0) return { names, said: '', notes: [] };
  const one = names.length === 1;
  const more = names.length - named;
  const listed = [...names.slice(0, named), ...(more > 0 ? [`${more} more`] : [])].join(', ');
  return {
    names,
    said: one
      ? ` ${listed} is constant or a combination of other terms here, and is left out.`
      : ` ${listed} are constant or combinations of other terms here, and are left out.`,
    notes: [
      {
        name: 'no column a combination of others',
        verdict: 'doubtful',
        said: `${names.join(', ')} ${one ? 'follows' : 'follow'} from the terms before, so that no data can tell their effects apart; the others are tested without ${one ? 'it' : 'them'}.`,
      },
    ],
  };
}

/**
 * The model without the terms that have no coefficient at all, as they are combinations of those
 * before them. R: the model that alias() leaves.
 */
export function withoutLeftOut(
  model: ModelRows,
  design: Design,
  coefficients: Coefficients,
): ModelRows {
  const known = new Set(
    coefficients.filter(({ estimate }) => estimate !== null).map(({ term }) => term),
  );
  // The intercept is no term of the formula.
  const written = design.terms.flatMap(({ factors }, term) => (factors.length === 0 ? [] : [term]));
  const terms = model.formula.terms.filter((_, i) => known.has(written[i] ?? -1));
  return terms.length === model.formula.terms.length
    ? model
    : { ...model, formula: { ...model.formula, terms } };
}
