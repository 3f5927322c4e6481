import {
  everyMethod,
  fewestRows,
  resultPicture,
  resultTable,
  viewEffect,
} from '@columnist/contract';
import type { ResultPicture, TestResult } from '@columnist/contract';
import { z } from 'zod';
import { withoutEdits } from './hide-edits.ts';

/**
 * What each kind of picture shows: figures of many rows; shapes such as densities and fitted lines,
 * which follow the values of few
 * rows closely; or rows, where nothing is left without these.
 */
const contents: { readonly [Kind in ResultPicture['kind']]: 'figures' | 'shapes' | 'rows' } = {
  counts: 'figures',
  intervals: 'figures',
  means: 'figures',
  bars: 'shapes',
  curve: 'shapes',
  groups: 'shapes',
  fit: 'shapes',
  map: 'shapes',
  quantiles: 'rows',
  points: 'rows',
  series: 'rows',
};

const withoutSingleRows = z
  .array(resultTable)
  .transform((tables) => tables.filter((table) => table.single_rows !== true));
/** What a view did, in counts alone: no cell that it could not read, split or edit, or that was near. */
const effectsWithoutValues = z.array(
  viewEffect.pick({
    step: true,
    rows_removed: true,
    rows_undecided: true,
    cells_changed: true,
    cells_lost: true,
    cells_unfilled: true,
    cells_undecided: true,
    rows_with_rest: true,
    edits_not_applied: true,
  }),
);

const affected = z.looseObject({ view_effects: effectsWithoutValues });
const tabled = z.looseObject({ tables: withoutSingleRows });
/** Further pictures are there to check assumptions row by row. */
const pictured = z
  .looseObject({ picture: resultPicture.nullable() })
  .transform(({ pictures: _pictures, ...answer }) => ({
    ...answer,
    picture:
      answer.picture !== null && contents[answer.picture.kind] === 'figures'
        ? answer.picture
        : null,
  }));

/**
 * An answer for a credential that may not read rows: of pictures, tables and effects only what
 * shows figures of many rows.
 */
export const hideRows = (answer: unknown): unknown =>
  [affected, tabled, pictured].reduce<unknown>((shown, part) => {
    const found = part.safeParse(shown);
    return found.success ? found.data : shown;
  }, answer);

/** Methods whose sentence names a row and its value. */
const namingRows: ReadonlySet<string> = new Set(
  everyMethod.flatMap(([, { method, namesRow }]) => (namesRow === true ? [method] : [])),
);

/** Where a table counts the rows of the group or cluster that its other figures are of; -1 without. */
const countsAt = (columns: readonly string[]): number =>
  columns.indexOf(columns[0] === 'cluster' ? 'rows' : 'n');

/** A group of a result that 1 to 4 rows are in, whose figures lean on single ones; null without. */
export function smallGroupOf({ groups, tables }: TestResult): string | null {
  const isFew = (cell: unknown): boolean =>
    typeof cell === 'number' && Number.isInteger(cell) && cell > 0 && cell < fewestRows;
  const named = groups.find(({ n }) => isFew(n))?.name;
  const [row] = tables.flatMap(({ columns, rows }) =>
    rows.filter((cells) => isFew(cells[countsAt(columns)])),
  );
  return named ?? (row === undefined ? null : String(row[0]));
}

/**
 * A result for everybody who has its link, where its owner shares no single values: shapes are
 * shown, points, rows and edits of single cells are not. Null where nothing is left without these.
 */
export function withoutSingleValues(result: TestResult): TestResult | null {
  if (namingRows.has(result.procedure.method)) return null;
  const shown = withoutEdits(result);
  return {
    ...shown,
    tables: withoutSingleRows.parse(shown.tables),
    picture: shown.picture === null ? null : withoutPoints(shown.picture),
    ...(shown.view_effects === undefined
      ? {}
      : { view_effects: effectsWithoutValues.parse(shown.view_effects) }),
    ...(shown.pictures === undefined
      ? {}
      : {
          pictures: shown.pictures.flatMap(({ picture, ...named }) => {
            const left = withoutPoints(picture);
            return left === null ? [] : [{ ...named, picture: left }];
          }),
        }),
  };
}

function withoutPoints(picture: ResultPicture): ResultPicture | null {
  if (contents[picture.kind] === 'rows') return null;
  if (picture.kind === 'groups')
    return { ...picture, groups: picture.groups.map((group) => ({ ...group, points: [] })) };
  if (picture.kind === 'fit') return { ...picture, x: [], y: [] };
  if (picture.kind === 'map') return { ...picture, x: [], y: [], groups: [] };
  return picture;
}
