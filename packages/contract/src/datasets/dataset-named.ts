import { z } from 'zod';
import { AppError } from '../errors.ts';
import { nearestNames } from '../nearest-names.ts';

const isId = z.uuid();
/** Names that are alike but for case and the ending .csv name the same. */
export const plainName = (name: string): string => name.toLowerCase().replace(/\.csv$/, '');

/** The one answer for what is not there and for what is somebody else's. */
export const noDataset = (): AppError => new AppError('not_found', 'Dataset not found.');

/**
 * A dataset of `own` by its id or its name, with or without .csv. Throws not_found with the nearest
 * names, and conflict where several have the name; `quote` says how an id is written there.
 */
export function datasetNamed<One extends { readonly id: string; readonly name: string }>(
  name: string,
  own: readonly One[],
  quote: (id: string) => string = (id) => id,
): One {
  const exact = own.filter((one) => one.id === name.toLowerCase() || one.name === name);
  const alike =
    exact.length > 0 ? exact : own.filter((one) => plainName(one.name) === plainName(name));
  const [found, ...others] = alike;
  if (found !== undefined && others.length === 0) return found;
  if (found !== undefined)
    throw new AppError('conflict', `${alike.length} datasets are named '${name.slice(0, 100)}'.`, {
      fix: `Write the id of one of them${quote('') === '' ? '' : ' in double quotes'}: ${alike.map(({ id }) => quote(id)).join(', ')}.`,
    });
  if (isId.safeParse(name).success) throw noDataset();
  const near = nearestNames(
    plainName(name),
    own.map((one) => plainName(one.name)),
  );
  const suggestions = own
    .filter((one) => near.includes(plainName(one.name)))
    .map((one) => one.name);
  const hint =
    suggestions.length > 0
      ? ` Did you mean ${suggestions.map((one) => `"${one}"`).join(' or ')}?`
      : '';
  throw new AppError('not_found', `You have no dataset '${name.slice(0, 100)}'.${hint}`, {
    suggestions,
    fix: `Name a dataset of list_datasets${quote('') === '' ? '' : ', in double quotes where its name has a dot or a space'}.`,
  });
}
