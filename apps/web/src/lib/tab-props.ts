import type { Dataset, View } from '@columnist/contract';
import type { DatasetView } from './use-dataset-view.ts';
import type { Viewed } from './use-viewed.ts';
import { writeView } from './view-parts.ts';

/** What every tab of a dataset page is given. */
export interface TabProps {
  /** As uploaded. */
  readonly dataset: Dataset;
  readonly state: DatasetView;
  readonly viewed: Viewed;
}

/**
 * The view as figures ask for it, without its order; nothing where all rows are meant, so that what
 * is known already answers.
 */
export function rowsAsked(whole: View): { readonly view?: View } {
  const { sort: _, ...view } = whole;
  return writeView(view) === null ? {} : { view };
}
