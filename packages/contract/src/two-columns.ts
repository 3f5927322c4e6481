import { z } from 'zod';
import { methods } from './methods/registry.ts';
import { operations } from './operations.ts';
import type { Operation } from './operation.ts';

const named = z.looseObject({ method: z.string(), x: z.string(), y: z.string() });
const listed = z.looseObject({ method: z.string(), columns: z.tuple([z.string(), z.string()]) });

/**
 * Two columns are named as `x` and `y` or listed in `columns`, whichever of both a method of
 * association takes: written as the method has it. Anything else stays as it is.
 */
export function withTwoColumns({ path }: Pick<Operation, 'path'>, raw: unknown): unknown {
  if (path !== operations.datasets.association.path) return raw;
  const pair = named.safeParse(raw).data;
  if (pair !== undefined && takes(pair.method, 'columns') && !('columns' in pair)) {
    const { x, y, ...rest } = pair;
    return { ...rest, columns: [x, y] };
  }
  const list = listed.safeParse(raw).data;
  if (list !== undefined && takes(list.method, 'x') && !('x' in list) && !('y' in list)) {
    const { columns, ...rest } = list;
    return { ...rest, x: columns[0], y: columns[1] };
  }
  return raw;
}

const takes = (method: string, field: string): boolean =>
  methods.association.some((one) => one.method === method && field in one.input);
