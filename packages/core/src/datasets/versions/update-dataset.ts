import {
  AppError,
  operations,
  type Admission,
  type Dataset as WireDataset,
  type InputOf,
  type Reading,
  type UploadedFile,
} from '@columnist/contract';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { v7 as uuid } from 'uuid';
import { authorize, jobOf, type ServiceContext } from '../../context.ts';
import { addVersion } from './add-version.ts';
import { followSources } from './follow-sources.ts';
import { admitVersion, dropObjects } from '../records/admit-version.ts';
import { nameOf, requireSize } from '../lifecycle/create-dataset.ts';
import { findDataset, type FoundDataset } from '../records/find-dataset.ts';
import { requireStorage, withHoldings } from '../records/lock-holdings.ts';
import { keysOf } from '../records/object-keys.ts';
import { requireDisk } from '../lifecycle/require-disk.ts';

/**
 * Gives a dataset new data: the uploaded file alone, or its rows below those that are there. The
 * version before stays.
 * Throws not_found, invalid_file, file_too_large, dataset_limit_reached, conflict, storage_full,
 * canceled.
 */
export async function updateDataset(
  ctx: ServiceContext,
  input: InputOf<(typeof operations)['datasets']['addVersion']>,
): Promise<WireDataset> {
  const { id, file, mode, ...reading } = input;
  const combined = join(ctx.settings.tempDir, `${uuid()}.upload`);
  try {
    const actor = authorize(ctx, operations.datasets.addVersion);
    nameOf(file);
    requireSize(file, actor.user);
    await requireDisk(ctx.settings);
    const found = await findDataset(ctx.em, actor, id);
    const admit = async () => {
      const {
        data,
        rows,
        reading: stated,
        notes,
      } = mode === 'append'
        ? await appended(ctx, found, file, reading, combined)
        : { data: file, rows: null, reading, notes: [] };
      await withHoldings(ctx.em, actor.user.id, ctx.clock.now(), async (_em, holdings) =>
        requireStorage(holdings, data.bytes, actor.user, 'dataset_limit_reached'),
      );
      const keys = keysOf(id, `${found.version.number + 1}-${uuid()}`);
      const version = await admitVersion(ctx, {
        file: data,
        reading: stated,
        holder: actor.user,
        keys,
      });
      const { admitted } = version;
      if (rows === null || admitted.rowCount === rows)
        return {
          ...version,
          admitted: {
            ...admitted,
            admission: { ...admitted.admission, notes: [...notes, ...admitted.admission.notes] },
          },
        };
      await dropObjects(ctx, Object.values(keys));
      throw lost(rows, admitted.rowCount);
    };
    const updated = await addVersion(ctx, actor, found.dataset, {
      madeBy: mode ?? 'replace',
      admit,
    });
    await followSources(ctx, actor, id);
    return updated;
  } finally {
    await Promise.all([file.path, combined].map((path) => rm(path, { force: true })));
  }
}

/** How the numbers of a dataset are written; columns without a value hold no text. */
function writingOf({ version, columns }: FoundDataset) {
  const { reading, dialect, admission } = version;
  const shown =
    dialect.decimal_mark === ','
      ? ','
      : columns.some(({ storage }) => storage === 'DOUBLE' || storage.startsWith('DECIMAL'))
        ? '.'
        : null;
  const both = admission.notes.some(({ code }) => code === 'mixed_decimal_marks');
  const decimalMark = reading.decimal_mark ?? (both ? ('both' as const) : shown);
  return {
    decimalMark,
    delimiter: dialect.delimiter,
    texts: columns
      .filter(
        ({ type, storage, distinct }) =>
          type !== 'number' && !(storage === 'VARCHAR' && distinct === 0),
      )
      .map(({ name }) => name),
  };
}

/** Rows put together are written in one known way; of their cells as much is stated as is known. */
function textOf(
  { version }: FoundDataset,
  {
    delimiter,
    decimal_mark,
  }: { readonly delimiter: string; readonly decimal_mark: '.' | ',' | null },
): Reading {
  const { date_order, text_columns } = version.reading;
  return {
    encoding: 'utf-8',
    delimiter,
    quote: '"',
    escape: 'doubled',
    skip_lines: 0,
    header_rows: 1,
    ...(decimal_mark === null ? {} : { decimal_mark }),
    ...(date_order === undefined ? {} : { date_order }),
    ...(text_columns === undefined ? {} : { text_columns }),
  };
}

/**
 * The rows of the dataset and of the file below one another: the text, how many they are, and how
 * they are to be read.
 */
async function appended(
  ctx: ServiceContext,
  found: FoundDataset,
  file: UploadedFile,
  reading: Reading,
  to: string,
) {
  const { version } = found;
  if (version.reading.part !== undefined)
    throw new AppError(
      'conflict',
      'This dataset was imported from another format, to which no rows of a CSV file are appended.',
      {
        fix: 'Export it as CSV and upload that, then append to the new dataset; or replace its data.',
      },
    );
  const parts = [
    { source: await ctx.ports.objects.jobPath(version.originalKey), reading: version.reading },
    { source: file.path, reading },
  ];
  const written = await ctx.engine.combine({ parts, above: writingOf(found), to }, jobOf(ctx));
  const [own = 0, added = 0] = written.rows;
  if (own !== version.rowCount) throw lost(version.rowCount, own);
  const hash = createHash('sha256');
  await pipeline(createReadStream(to), hash);
  return {
    data: { path: to, bytes: (await stat(to)).size, sha256: hash.digest('hex') },
    rows: own + added,
    reading: textOf(found, written),
    notes: [
      ...version.admission.notes.filter(
        ({ code }) => written.decimal_mark !== null && code === 'ambiguous_decimal_mark',
      ),
      ...written.notes,
      ...(added === 0
        ? [appendNote('nothing_appended', 'The file has no rows: nothing is added.')]
        : []),
      ...(added > 0 && file.sha256 === version.sha256
        ? [
            appendNote(
              'already_appended',
              'The file is the same as before: all its rows are there already and are now there twice.',
            ),
          ]
        : []),
    ],
  };
}

const appendNote = (code: string, message: string): Admission['notes'][number] => ({
  code,
  message,
  column: null,
  count: 1,
  rows: [],
  examples: [],
});

const lost = (counted: number, read: number): AppError =>
  new AppError(
    'invalid_file',
    `Nothing is appended: ${counted} rows were counted, ${read} could be read.`,
    { fix: 'Read the dataset again (Change how it is read), look at its rows, then append.' },
  );
