import type { Alternative, PowerOf } from '@columnist/statistics';

export type Asked = 'n' | 'effect' | 'power' | 'alpha';
export type Figures = Readonly<Record<Asked, number>>;
/** What is asked of a design: one figure is left out. */
export interface DesignInput {
  readonly n?: number | undefined;
  readonly effect?: number | undefined;
  readonly power?: number | undefined;
  readonly alpha?: number | undefined;
}

/** An effect that follows from other figures of the input. */
export interface DerivedEffect {
  readonly value: number;
  /** What it follows from, as `50% against 35%`. */
  readonly said: string;
  /** The expressions of its value. */
  readonly r: string;
  readonly python: string;
  /** The line that imports what the latter calls. */
  readonly imports: string;
}

/** What a design is. */
export interface Design {
  readonly name: string;
  readonly powerOf: PowerOf;
  /** Fewest values that it takes, and the largest effect. */
  readonly least: number;
  readonly most: number;
  /** Of designs whose effects have a sign. */
  readonly alternative?: Alternative;
  /** What n counts. */
  readonly of: string;
  /** Further arguments of R's function, each after a comma. */
  readonly rTail: string;
  readonly python: (solved: Asked, figures: Figures) => string;
  /** Where the effect is not given itself. */
  readonly derived?: DerivedEffect | undefined;
}

/**
 * Its function in R's pwr, and what n and the effect are called there; the effect is called the
 * same in answers.
 */
export interface InR {
  readonly call: string;
  readonly n: 'n' | 'N';
  readonly effect: string;
}
