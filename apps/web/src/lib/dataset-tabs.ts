/** The tabs of a dataset, in their order; the key is in the address. */
export const datasetTabs = [
  { key: 'overview', name: 'Overview' },
  { key: 'columns', name: 'Columns' },
  { key: 'rows', name: 'Rows' },
  { key: 'relationships', name: 'Relationships' },
  { key: 'groups', name: 'Groups' },
  { key: 'tests', name: 'Tests' },
  { key: 'regression', name: 'Regression' },
  { key: 'series', name: 'Time series' },
  { key: 'structure', name: 'Structure' },
  { key: 'compare', name: 'Compare' },
  { key: 'history', name: 'History' },
  { key: 'report', name: 'Report' },
] as const;

export type DatasetTab = (typeof datasetTabs)[number];
