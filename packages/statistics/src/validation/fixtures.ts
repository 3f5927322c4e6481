import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** One question whose answer is known from elsewhere. */
export interface Fixture {
  readonly procedure: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly want: Readonly<Record<string, unknown>>;
}

export interface FixtureFile {
  /** What gave the answers. */
  readonly versions: Readonly<Record<string, string>>;
  readonly fixtures: readonly Fixture[];
}

/** Written by scripts/fixtures/procedures.R and models.R, procedures.py and models.py. */
export const fixtureFiles = (): FixtureFile[] =>
  ['r', 'python', 'models', 'models-python'].map((name): FixtureFile =>
    JSON.parse(readFileSync(resolve(import.meta.dirname, `${name}.fixtures.json`), 'utf8')),
  );

/** A number as R's JSON has it: what no JSON number can say is a text. */
export function numberOf(value: unknown): number {
  if (typeof value === 'number') return value;
  if (value === 'Inf') return Infinity;
  if (value === '-Inf') return -Infinity;
  throw new Error(`${JSON.stringify(value)} is no number.`);
}

export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);
export const numbersOf = (value: unknown): Float64Array =>
  Float64Array.from(listOf(value), numberOf);

/** A statistic that is 0 but for the rounding of the reference. A p-value is never. */
export const isRounding = (figure: string, actual: number, wanted: number): boolean =>
  figure !== 'p' && figure !== 'ps' && Math.abs(wanted) < 1e-12 && Math.abs(actual) < 1e-12;

/**
 * Digits that agree: −log10 of the relative error, absolute where the wanted value is 0; 15 at
 * most.
 */
export function digitsOf(actual: number, wanted: number): number {
  if (actual === wanted || (Number.isNaN(actual) && Number.isNaN(wanted))) return 15;
  const error = Math.abs(actual - wanted) / (wanted === 0 ? 1 : Math.abs(wanted));
  return Number.isFinite(error) ? Math.max(0, Math.min(15, -Math.log10(error))) : 0;
}
