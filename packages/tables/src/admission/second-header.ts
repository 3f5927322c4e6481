import type { ColumnProfiles } from './column-profile.ts';
import { judgeHeader } from './judge-header.ts';

/** The names of a line, of which each counts for the columns right of it that have none. */
export function spreadNames(names: readonly string[], width: number): string[] {
  let last = '';
  return Array.from(
    { length: width },
    (_, j) => (last = (names[j] ?? '').trim() === '' ? last : (names[j] ?? '')),
  );
}

/** Share of the rows that have a cell where the second line of names has none. */
const mostRows = 0.7;

/**
 * The record tells columns apart that the line above it calls the same, in the same way each time,
 * and is empty above the others, which the rows below fill: Region, 2022, 2022, 2023, 2023 above an
 * empty cell and 1, 2, 1, 2.
 */
export function tellsApart(
  above: readonly string[],
  record: readonly string[],
  below: readonly (readonly string[])[],
): boolean {
  const groups: { name: string; columns: number[] }[] = [];
  spreadNames(above, record.length).forEach((spread, j) => {
    const name = spread.trim();
    const group = groups.at(-1);
    if (group?.name === name) group.columns.push(j);
    else groups.push({ name, columns: [j] });
  });
  const cellsOf = ({ columns }: { columns: number[] }): string[] =>
    columns.map((j) => (record[j] ?? '').trim());
  const shared = groups.filter(({ columns }) => columns.length > 1);
  const alone = groups.filter(({ columns }) => columns.length === 1);
  const [one, ...others] = shared.map(cellsOf);
  return (
    one !== undefined &&
    others.length > 0 &&
    one.every((cell) => cell !== '') &&
    new Set(one).size === one.length &&
    others.every((cells) => cells.join('\n') === one.join('\n')) &&
    alone.length > 0 &&
    alone.every(
      (group) =>
        cellsOf(group).every((cell) => cell === '') &&
        group.columns.every(
          (j) =>
            below.filter((row) => (row[j] ?? '').trim() !== '').length >= mostRows * below.length,
        ),
    )
  );
}

/** The record names the columns, some of which the line above it leaves without a name. */
export const namesBelow = (
  above: readonly string[],
  record: readonly string[],
  below: readonly (readonly string[])[],
  profiles: ColumnProfiles,
): boolean => {
  const unnamed = above.flatMap((name, j) => (name.trim() === '' ? [j] : []));
  if (unnamed.length < 2 || record.slice(1).some((cell) => cell.trim() === '')) return false;
  const { names, doubtful } = judgeHeader(record, below, record.length, profiles);
  return names && !doubtful;
};
