import { samplesOf, varianceOf, type Sample } from '../groups/samples.ts';
import type { Alternative } from '../groups/t-test.ts';
import { listOf, numberOf, numbersOf } from './fixtures.ts';

/** What a fixture asks, and what is answered. */
export type Input = Readonly<Record<string, unknown>>;
export type Figures = Readonly<Record<string, number | readonly number[]>>;
export type Procedures = Readonly<Record<string, (input: Input) => Figures>>;

/** The level of all intervals that are compared. */
export const level = 0.95;
export const vector = (input: Input, name = 'x'): Float64Array => numbersOf(input[name]);
export const value = (input: Input, name: string): number => numberOf(input[name]);
export const vectors = (input: Input, name: string): Float64Array[] =>
  listOf(input[name]).map(numbersOf);
export const tableOf = (input: Input): number[][] =>
  vectors(input, 'table').map((row) => Array.from(row));
export const alternativeOf = ({ alternative = 'two.sided' }: Input): Alternative =>
  alternative === 'less' ? 'less' : alternative === 'greater' ? 'greater' : 'two_sided';
export const samplesIn = (groups: readonly Float64Array[]): readonly Sample[] =>
  samplesOf(groups, { origin: 0, perUnit: 1 }).samples;

/** Samples and the place they were moved by. */
export function single(input: Input): { sample: Sample; mean: number; sd: number; place: number } {
  const { samples, scale } = samplesOf([vector(input)], { origin: 0, perUnit: 1 });
  const [sample] = samples;
  if (sample === undefined) throw new Error('There is a sample.');
  return {
    sample,
    mean: scale.origin + sample.mean,
    sd: Math.sqrt(varianceOf(sample)),
    place: scale.origin,
  };
}
