import { AppError } from '@columnist/contract';
import { alphaFor, effectFor, sizeFor } from '@columnist/statistics';
import { percent } from '../words.ts';
import type { Asked, Design, DesignInput, Figures } from './figures.ts';

/** What is wrong with a field. */
export const refuse = (field: string, message: string): AppError =>
  new AppError('invalid_input', message, { errors: [{ field, message }] });

/** The figure that was left out. Throws invalid_input. */
export function askedFor({ n, effect, power, alpha }: DesignInput): Asked {
  const lacking = (['n', 'effect', 'power'] as const).filter(
    (name) => ({ n, effect, power })[name] === undefined,
  );
  const [only, second] = lacking;
  if (second !== undefined)
    throw refuse(second, 'Give two of n, effect and power; the third is found.');
  if (only !== undefined) return only;
  if (alpha !== undefined)
    throw refuse('alpha', 'Leave out what should be found: n, effect, power or alpha.');
  return 'alpha';
}

/**
 * A test finds what is not there with a probability of alpha: a power up to that asks for no effect.
 * R: the pwr functions end with an error of uniroot. Throws invalid_input.
 */
export function requirePower(solved: Asked, { power, alpha }: Figures): void {
  if ((solved === 'n' || solved === 'effect') && power <= alpha)
    throw refuse(
      'power',
      `A power of ${percent(power)} asks for no effect: at the ${percent(alpha)} level a test has a power of ${percent(alpha)} without one. Ask for more than alpha.`,
    );
}

/** Throws invalid_input where no size or effect reaches the power. */
export function solve(
  { powerOf, least, most, alternative = 'two_sided' }: Design,
  solved: Asked,
  { n, effect, alpha, power }: Figures,
): number {
  switch (solved) {
    case 'power':
      return powerOf({ n, effect, alpha });
    case 'n': {
      const size = sizeFor(powerOf, { effect, alpha }, power, least);
      if (size === null)
        throw refuse(
          'effect',
          'No sample of up to a billion reaches this power: is the effect in the direction of the alternative?',
        );
      return size;
    }
    case 'effect': {
      const size = effectFor(powerOf, { n, alpha }, power, { most, alternative });
      if (size === null) throw refuse('power', 'No effect reaches this power with so few values.');
      return size;
    }
    case 'alpha':
      return alphaFor(powerOf, { n, effect }, power);
  }
}
