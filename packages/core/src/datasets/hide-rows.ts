import { resultPicture, type ResultPicture } from '@columnist/contract';
import { z } from 'zod';
import type { Actor } from '../context.ts';

/** Pictures that show figures alone; the others hold values of single rows. */
const ofFigures: ReadonlySet<ResultPicture['kind']> = new Set(['counts', 'intervals', 'curve', 'bars', 'means']);

const pictured = z.looseObject({ picture: resultPicture.nullable(), pictures: z.array(z.looseObject({ picture: resultPicture })).exactOptional() });

/** An answer without what shows single rows, for a credential that may see none. */
export function hideRows(actor: Actor | null, answer: unknown): unknown {
  if (actor === null || actor.scopes.includes('rows')) return answer;
  const found = pictured.safeParse(answer);
  if (!found.success) return answer;
  const { picture, pictures } = found.data;
  const keeps = (one: ResultPicture): boolean => ofFigures.has(one.kind);
  return {
    ...found.data,
    picture: picture !== null && keeps(picture) ? picture : null,
    ...(pictures === undefined ? {} : { pictures: pictures.filter((one) => keeps(one.picture)) }),
  };
}
