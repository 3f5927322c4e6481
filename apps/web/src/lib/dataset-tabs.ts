import { purposeNamed } from './purposes.ts';

/** The tabs of a dataset, in their order; the key is in the address. */
export const datasetTabs = [
  { key: 'overview', name: 'Overview' },
  { key: 'columns', name: 'Columns' },
  { key: 'rows', name: 'Rows' },
  { key: 'relationships', name: 'Relationships' },
  { key: 'groups', name: 'Groups' },
  { key: 'ask', name: 'Ask' },
  { key: 'compare', name: 'Changes' },
  { key: 'history', name: 'History' },
  { key: 'report', name: 'Report' },
] as const;

export type DatasetTab = (typeof datasetTabs)[number];

/** Tabs that became purposes of the Ask tab; links to them are kept in reports and messages. */
const moved = new Map([
  ['tests', 'compare'],
  ['regression', 'explain'],
  ['series', 'series'],
  ['structure', 'structure'],
]);

/** Where a tab that was moved is asked now; null for an address that is right as it is. */
export function movedTo(query: URLSearchParams): URLSearchParams | null {
  const was = moved.get(query.get('tab') ?? '');
  if (was === undefined) return null;
  const next = new URLSearchParams(query);
  next.set('tab', 'ask');
  const panel = purposeNamed(next.get('panel'));
  next.delete('panel');
  if (panel !== null) next.set('purpose', panel);
  else if (!next.has('test') && !next.has('model')) next.set('purpose', was);
  return next;
}
