import {
  AppError,
  operations,
  type Dataset as WireDataset,
  type InputOf,
} from '@columnist/contract';
import { authorize, type ServiceContext } from '../../context.ts';
import { cleanName } from '../records/clean-name.ts';
import { presentDataset } from '../records/dataset.presenter.ts';
import { findDataset } from '../records/find-dataset.ts';

/** Gives a dataset another name, free of what cannot be seen. Throws not_found, invalid_input. */
export async function renameDataset(
  ctx: ServiceContext,
  input: InputOf<(typeof operations)['datasets']['rename']>,
): Promise<WireDataset> {
  const actor = authorize(ctx, operations.datasets.rename);
  const name = cleanName(input.name);
  if (name === '')
    throw new AppError('invalid_input', 'The name has no visible character.', {
      errors: [{ field: 'name', message: 'Enter a name.' }],
    });
  const { dataset, version, columns } = await findDataset(ctx.em, actor, input.id);
  dataset.name = name;
  await ctx.em.flush();
  return presentDataset(dataset, version, columns);
}
