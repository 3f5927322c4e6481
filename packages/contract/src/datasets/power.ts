import { z } from 'zod';
import { methods } from '../methods/registry.ts';
import { optionsOf } from '../methods/options-of-methods.ts';
import { answerIdGiven } from './provenance.ts';
import { resultPicture } from './test-result.ts';

/**
 * As R's pwr names the procedures. One of n, effect and power is left out and found; all three
 * given, alpha is.
 */
export const powerOptions = optionsOf(methods.calculatePower);
export type PowerOptions = z.infer<typeof powerOptions>;

export const powerResult = z
  .object({
    answer_id: answerIdGiven,
    engine_version: z.string(),
    procedure: z.object({ method: z.string(), name: z.string() }),
    solved: z.enum(['n', 'effect', 'power', 'alpha']),
    n: z.number().describe('Not rounded: plan with the next whole number.'),
    effect: z.number(),
    alpha: z.number(),
    power: z.number(),
    picture: resultPicture,
    sentence: z.string(),
    code: z.object({ r: z.string(), python: z.string() }),
  })
  .meta({ id: 'PowerResult' });
export type PowerResult = z.infer<typeof powerResult>;
