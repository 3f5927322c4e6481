import { operations } from '@columnist/contract';
import {
  analyzeAssociation,
  analyzeDataset,
  computeStatistics,
  createDataset,
  deleteDataset,
  downloadDataset,
  getDataset,
  getFrequencies,
  getOverview,
  getPictures,
  getRows,
  listDatasets,
  renameDataset,
  restoreDataset,
} from '@columnist/core';
import { mutation, query } from '../procedure.ts';
import { router } from '../trpc.ts';

const { datasets } = operations;

export const datasetsRouter = router({
  list: query(datasets.list, listDatasets),
  get: query(datasets.get, getDataset),
  create: mutation(datasets.create, createDataset),
  rename: mutation(datasets.rename, renameDataset),
  delete: mutation(datasets.delete, deleteDataset),
  restore: mutation(datasets.restore, restoreDataset),
  rows: query(datasets.rows, getRows),
  analyze: query(datasets.analyze, analyzeDataset),
  frequencies: query(datasets.frequencies, getFrequencies),
  association: query(datasets.association, analyzeAssociation),
  pictures: query(datasets.pictures, getPictures),
  overview: query(datasets.overview, getOverview),
  download: query(datasets.download, downloadDataset),
  statistics: query(datasets.statistics, computeStatistics),
});
