import {
  maxFileBytes,
  type Admission,
  type PlanHolder,
  type Reading,
  type UploadedFile,
} from '@columnist/contract';
import { jobOf, type ServiceContext } from '../../context.ts';
import { readingOfRows } from '../lifecycle/reading-of-rows.ts';
import { columnsOf } from '../records/columns-of.ts';
import { nameOfFile } from '../records/clean-name.ts';
import type { FoundDataset } from '../records/find-dataset.ts';
import { measured, notesOnRows, repairsOf } from './append-rows.ts';
import { appendedAdmission } from './appended-admission.ts';

/**
 * As `appendRows`, where the dataset or the file has types of its own: these count, and the rows of
 * both are kept as text that is read by them. Throws invalid_file.
 */
export async function appendTyped(
  ctx: ServiceContext,
  { dataset, version }: FoundDataset,
  file: UploadedFile,
  reading: Reading,
  holder: PlanHolder,
  to: string,
) {
  const filename = nameOfFile(file);
  const repairs = repairsOf(to);
  const { objects } = ctx.ports;
  const written = await ctx.engine.appendFile(
    {
      above: {
        parquet: await objects.jobPath(version.parquetKey),
        datasetId: dataset.id,
        version: version.number,
        rowCount: version.rowCount,
        columns: await columnsOf(ctx.em.fork(), version),
      },
      source: file.path,
      reading,
      filename,
      mostBytes: maxFileBytes(holder),
      to,
      repairs: {
        earlier:
          typeof version.repairsKey === 'string'
            ? await objects.jobPath(version.repairsKey)
            : undefined,
        filename,
        to: repairs,
      },
    },
    jobOf(ctx),
  );
  const { below, columns, hasRepairs } = written;
  const rows = version.rowCount + below.rows;
  return {
    data: await measured(to),
    reading: {
      ...readingOfRows(columns, rows),
      written: { rows, columns, part: version.reading.part ?? version.reading.written?.part },
    },
    appended: {
      rows,
      repairs: hasRepairs ? repairs : null,
      admissionOf: (own: Admission): Admission =>
        appendedAdmission(version.admission, below, filename, {
          ...own,
          isTyped: true,
          repairs_file: hasRepairs,
          notes: [...notesOnRows(version, below.rows, file), ...written.notes, ...own.notes],
        }),
    },
  };
}
