import { AppError, nearestNames } from '@columnist/contract';
import { z } from 'zod';
import type { Actor, ServiceContext } from '../../context.ts';
import { present } from './admit-version.ts';
import { Dataset } from './dataset.entity.ts';
import { noDataset } from './no-dataset.ts';

const isId = z.uuid();
const plain = (name: string): string => name.toLowerCase().replace(/\.csv$/, '');

/** The datasets that a caller may name. */
export const ownDatasets = (
  { em }: Pick<ServiceContext, 'em'>,
  { user, limits }: Pick<Actor, 'user' | 'limits'>,
): Promise<Dataset[]> =>
  em.find(Dataset, {
    owner: user.id,
    ...present,
    deletedAt: null,
    ...(limits?.datasetIds ? { id: { $in: [...limits.datasetIds] } } : {}),
  });

/**
 * A dataset by its id or its name, with or without .csv. Throws not_found with the nearest names,
 * and conflict where several have the name; `quote` says how an id is written there.
 */
export function datasetNamed(
  name: string,
  own: readonly Dataset[],
  quote: (id: string) => string = (id) => id,
): Dataset {
  const exact = own.filter((one) => one.id === name.toLowerCase() || one.name === name);
  const alike = exact.length > 0 ? exact : own.filter((one) => plain(one.name) === plain(name));
  const [found, ...others] = alike;
  if (found !== undefined && others.length === 0) return found;
  if (found !== undefined)
    throw new AppError('conflict', `${alike.length} datasets are named '${name.slice(0, 100)}'.`, {
      fix: `Write the id of one of them${quote('') === '' ? '' : ' in double quotes'}: ${alike.map(({ id }) => quote(id)).join(', ')}.`,
    });
  if (isId.safeParse(name).success) throw noDataset();
  const near = nearestNames(
    plain(name),
    own.map((one) => plain(one.name)),
  );
  const suggestions = own.filter((one) => near.includes(plain(one.name))).map((one) => one.name);
  const hint =
    suggestions.length > 0
      ? ` Did you mean ${suggestions.map((one) => `"${one}"`).join(' or ')}?`
      : '';
  throw new AppError('not_found', `You have no dataset '${name.slice(0, 100)}'.${hint}`, {
    suggestions,
    fix: `Name a dataset of list_datasets${quote('') === '' ? '' : ', in double quotes where its name has a dot or a space'}.`,
  });
}
