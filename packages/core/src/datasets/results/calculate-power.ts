import { operations, type InputOf, type PowerResult } from '@columnist/contract';
import { authorize, jobOf, type ServiceContext } from '../../context.ts';

/** Power, sample size, detectable effect or level of a design. Throws invalid_input. */
export async function calculatePower(
  ctx: ServiceContext,
  input: InputOf<(typeof operations)['datasets']['calculatePower']>,
): Promise<PowerResult> {
  authorize(ctx, operations.datasets.calculatePower);
  return ctx.engine.calculatePower(input, jobOf(ctx));
}
