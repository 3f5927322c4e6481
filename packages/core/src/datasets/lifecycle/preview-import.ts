import {
  operations,
  type Dialect,
  type ImportPreview,
  type InputOf,
  type Reading,
} from '@columnist/contract';
import { authorize, jobOf, type ServiceContext } from '../../context.ts';
import { explainReading } from './explain-reading.ts';
import { findDataset, tableOf } from '../records/find-dataset.ts';

const shownRows = 8;

/** How the first lines of the current version's file became rows. Throws not_found. */
export async function previewImport(
  ctx: ServiceContext,
  input: InputOf<(typeof operations)['datasets']['preview']>,
): Promise<ImportPreview> {
  const actor = authorize(ctx, operations.datasets.preview);
  const found = await findDataset(ctx.em, actor, input.id);
  const { version, columns } = found;
  const { written: _, ...reading } = version.reading;
  const [head, rows] = await Promise.all([
    ctx.engine.preview(
      await ctx.ports.objects.jobPath(version.originalKey),
      reading.part === undefined ? { ...reading, ...known(version.dialect) } : reading,
      jobOf(ctx),
    ),
    ctx.engine.rows(await tableOf(ctx, found), { limit: shownRows, offset: 0 }, jobOf(ctx)),
  ]);
  // A column without name and values is no column, though its cells are in the rows.
  const placeOf = (name: string, i: number): number => head.names?.indexOf(name) ?? i;
  return {
    lines: head.lines,
    first_line: head.firstLine,
    explanation: explainReading(version.dialect, version.admission),
    reading,
    columns: columns.map(({ name }, i) => ({
      name,
      before: head.rows.slice(0, shownRows).map((row) => row[placeOf(name, i)] ?? ''),
      after: rows.items.map((row) => row[i] ?? null),
    })),
  };
}

/** The first lines alone could be read otherwise than the whole file was. */
const known = ({ encoding, delimiter, header_rows, preamble_lines }: Dialect): Reading => ({
  // UTF-8 may have stray bytes, which are found again.
  ...(encoding === 'utf-8' ? {} : { encoding }),
  delimiter,
  header_rows,
  skip_lines: preamble_lines,
});
