import { z } from 'zod';
import type { AnyMethod } from './define-method.ts';

const atLeastOne = <One>([first, ...rest]: readonly One[]): [One, ...One[]] => {
  if (first === undefined) throw new Error('A union has members.');
  return [first, ...rest];
};

/** What these methods take, distinguished by their names. */
export const optionsOf = <Method extends AnyMethod>(methods: readonly Method[]) =>
  z.discriminatedUnion(
    'method',
    atLeastOne(methods.map(({ options }): Method['options'] => options)),
  );

/** The same with the dataset that is asked about. */
export const inputOf = <Method extends AnyMethod>(methods: readonly Method[]) =>
  z
    .discriminatedUnion(
      'method',
      atLeastOne(methods.map(({ ofDataset }): Method['ofDataset'] => ofDataset)),
    )
    .meta({ type: 'object' });
