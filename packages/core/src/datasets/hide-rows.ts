import { resultPicture, viewEffect, type ResultPicture } from '@columnist/contract';
import { z } from 'zod';
import type { Actor } from '../context.ts';
import { mayReadRows } from '../disclosure/may-read-rows.ts';

/** Pictures that show figures alone; the others hold values of single rows. */
const ofFigures: ReadonlySet<ResultPicture['kind']> = new Set([
  'counts',
  'intervals',
  'curve',
  'bars',
  'means',
]);

const pictured = z.looseObject({
  picture: resultPicture.nullable(),
  pictures: z.array(z.looseObject({ picture: resultPicture })).exactOptional(),
});

/** An answer without what shows single rows, for a credential that may see none. */
export function hideRows(actor: Actor | null, answer: unknown): unknown {
  if (mayReadRows(actor)) return answer;
  const found = pictured.safeParse(withoutExamples(answer));
  if (!found.success) return withoutExamples(answer);
  const { picture, pictures } = found.data;
  const keeps = (one: ResultPicture): boolean => ofFigures.has(one.kind);
  return {
    ...found.data,
    picture: picture !== null && keeps(picture) ? picture : null,
    ...(pictures === undefined ? {} : { pictures: pictures.filter((one) => keeps(one.picture)) }),
  };
}

/** What a view did, without the cells that it could not read and the values near to those asked for. */
export const effectsWithoutValues = z.array(viewEffect.omit({ examples: true, nearest: true }));
const affected = z.looseObject({ view_effects: effectsWithoutValues });

function withoutExamples(answer: unknown): unknown {
  const found = affected.safeParse(answer);
  return found.success ? found.data : answer;
}
