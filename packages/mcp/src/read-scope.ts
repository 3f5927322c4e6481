import { AppError, toolsets } from '@columnist/contract';
import { z } from 'zod';
import { isToolset, type Scope } from './tools.ts';

const written = z.object({
  dataset: z.uuid({ error: 'dataset: give the id of a dataset' }).optional(),
  readOnly: z.enum(['true', 'false'], { error: 'read_only: true or false' }).optional(),
  toolsets: z.string().optional(),
});

/**
 * The scope of a connection as its address or its environment has it; an error where it cannot be
 * meant.
 */
export function readScope(
  given: Readonly<Record<'dataset' | 'readOnly' | 'toolsets', unknown>>,
): Scope | AppError {
  const parsed = written.safeParse(given);
  if (!parsed.success)
    return new AppError(
      'invalid_input',
      parsed.error.issues.map(({ message }) => message).join('; '),
    );
  const { dataset, readOnly, toolsets: asked } = parsed.data;
  const wanted = asked?.split(',').map((name) => name.trim());
  const unknown = wanted?.find((name) => !isToolset(name));
  if (unknown !== undefined)
    return new AppError('invalid_input', `toolsets: there is no set '${unknown.slice(0, 50)}'.`, {
      fix: `Name some of ${toolsets.join(', ')}.`,
    });
  return {
    ...(dataset === undefined ? {} : { dataset }),
    readOnly: readOnly === 'true',
    ...(wanted === undefined ? {} : { toolsets: wanted.filter(isToolset) }),
  };
}
