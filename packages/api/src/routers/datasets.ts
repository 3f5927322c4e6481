import { operations } from '@columnist/contract';
import {
  analyzeAssociation,
  analyzeDataset,
  commitDataset,
  compareVersions,
  computeStatistics,
  createDataset,
  deleteDataset,
  downloadDataset,
  downloadRepairs,
  getDataset,
  getFrequencies,
  getOverview,
  getPictures,
  getRows,
  listDatasets,
  listVersions,
  previewImport,
  renameDataset,
  rereadDataset,
  restoreDataset,
  restoreVersion,
  updateDataset,
} from '@columnist/core';
import { mutation, query } from '../procedure.ts';
import { router } from '../trpc.ts';

const { datasets } = operations;

export const datasetsRouter = router({
  list: query(datasets.list, listDatasets),
  get: query(datasets.get, getDataset),
  create: mutation(datasets.create, createDataset),
  commit: mutation(datasets.commit, commitDataset),
  preview: query(datasets.preview, previewImport),
  reread: mutation(datasets.reread, rereadDataset),
  addVersion: mutation(datasets.addVersion, updateDataset),
  listVersions: query(datasets.listVersions, listVersions),
  compareVersions: query(datasets.compareVersions, compareVersions),
  restoreVersion: mutation(datasets.restoreVersion, restoreVersion),
  repairs: query(datasets.repairs, downloadRepairs),
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
