import { adviceOperations } from './advice-operations.ts';
import { combinationOperations } from './combination-operations.ts';
import {
  dictionaryOperations,
  keepingOperations,
  readingOperations,
} from './dataset-operations.ts';
import { inlineOperations, pictureOperations, rowsOperations } from './figure-operations.ts';
import { importOperations } from './import-operations.ts';
import { reportOperations } from './report-operations.ts';
import { sqlOperations } from './sql-operations.ts';
import { statisticsOperations } from './statistics-operations.ts';
import { versionOperations } from './version-operations.ts';
import { exportOperations, viewOperations } from './view-operations.ts';
import { workbenchOperations } from './workbench-operations.ts';

/** What can be asked of datasets; lists and documents have this order. */
export const datasetsOperations = {
  ...readingOperations,
  ...importOperations,
  ...versionOperations,
  ...keepingOperations,
  ...dictionaryOperations,
  ...rowsOperations,
  ...sqlOperations,
  ...combinationOperations,
  ...statisticsOperations,
  ...adviceOperations,
  ...pictureOperations,
  ...exportOperations,
  ...viewOperations,
  ...inlineOperations,
  ...workbenchOperations,
  ...reportOperations,
};
