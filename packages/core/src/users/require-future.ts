import { AppError } from '@columnist/contract';
import type { ServiceContext } from '../context.ts';

/** Throws invalid_input for an end that has passed already. */
export function requireFuture(
  { clock }: Pick<ServiceContext, 'clock'>,
  field: string,
  end: Date,
): void {
  if (end > clock.now()) return;
  const message = 'Choose a day in the future.';
  throw new AppError('invalid_input', message, { errors: [{ field, message }] });
}
