import { columnEntry, writtenAs, type ColumnEntry } from '@columnist/contract';
import { saidOfColumn } from '../table/said-of-column.ts';
import type { FieldColumn } from '../table/table-column.ts';

/** What is said about a column, but the labels of its values, of which some may be kept. */
type Said = Exclude<keyof ColumnEntry, 'value_labels'>;

/** What a file keeps of what is said about a column. */
export interface KeptOfColumn extends Readonly<Record<Said, boolean>> {
  /** Labels of its values that are kept whole. */
  readonly valueLabels: number;
}

/** An export: how many rows it has, and what it could not take along. */
export interface Exported {
  readonly rows: number;
  readonly notes: string[];
}

/** A column as it was written, and what it is here. */
export interface WrittenColumn extends Pick<FieldColumn, 'name' | 'storage'> {
  /** Empty texts and NaN, which text with a delimiter cannot tell from missing values. */
  readonly unkept: number;
  /** What is said about it. */
  readonly said: ColumnEntry;
}

export const writtenColumns = (
  columns: readonly FieldColumn[],
  unkept: readonly number[],
): WrittenColumn[] =>
  columns.map((column, i) => ({
    name: column.name,
    storage: column.storage,
    unkept: unkept[i] ?? 0,
    said: saidOfColumn(column),
  }));

const namesAtMost = 5;

/** Names of columns; of many the first ones. */
export function names(columns: readonly FieldColumn[]): string {
  const shown = columns.slice(0, namesAtMost).map(({ name }) => `'${name.slice(0, 40)}'`);
  const more = columns.length - shown.length;
  return shown.join(', ') + (more === 0 ? '' : ` and ${more} more`);
}

/**
 * What is said about columns and is not in a file of this kind, in sentences: a file that does not
 * hold it says so for every field of a dictionary.
 */
export function leftOut(
  file: string,
  columns: readonly FieldColumn[],
  kept: (column: FieldColumn, place: number) => KeptOfColumn,
): string[] {
  const say = (
    what: string,
    isLost: (column: FieldColumn, kept: KeptOfColumn) => boolean,
  ): string[] => {
    const lost = columns.filter((column, i) => isLost(column, kept(column, i)));
    return lost.length === 0 ? [] : [`${file} leaves out ${what} of ${names(lost)}.`];
  };
  return [
    ...say('or cuts the label', ({ label }, it) => label !== undefined && !it.label),
    ...say('the unit', ({ unit }, it) => unit !== undefined && !it.unit),
    ...say(
      'the description',
      ({ description }, it) => description !== undefined && !it.description,
    ),
    ...say(
      'or cuts labels of values',
      ({ value_labels: all = [] }, it) => all.length > it.valueLabels,
    ),
    ...say('the order of the levels', ({ levels }, it) => levels !== undefined && !it.levels),
    ...say('the reference level', ({ reference }, it) => reference !== undefined && !it.reference),
    ...say(
      'the type that was set',
      ({ stored, storage }, it) => stored !== undefined && stored !== storage && !it.type,
    ),
  ];
}

/** Of a file that has values alone. */
export const keepsNothing = (): KeptOfColumn => ({
  label: false,
  unit: false,
  description: false,
  type: false,
  levels: false,
  reference: false,
  valueLabels: 0,
});

/** Of a file that has values with their types. */
export const keepsTypes = (): KeptOfColumn => ({ ...keepsNothing(), type: true });

/** Of a file that has all of it. */
export const keepsAll = ({ value_labels: all = [] }: FieldColumn): KeptOfColumn => ({
  label: true,
  unit: true,
  description: true,
  type: true,
  levels: true,
  reference: true,
  valueLabels: all.length,
});

/** The order of its levels and the one that others are compared with, as its values are written. */
export const orderOf = (column: FieldColumn): Pick<ColumnEntry, 'levels' | 'reference'> =>
  columnEntry.pick({ levels: true, reference: true }).parse({
    ...(column.levels === undefined
      ? {}
      : { levels: column.levels.map((level) => writtenAs(column, level)) }),
    ...(column.reference === undefined ? {} : { reference: writtenAs(column, column.reference) }),
  });

/** How many labels of values are among those that were written, as they are. */
export function keptWhole(
  all: readonly { readonly label: string }[],
  written: readonly (readonly [value: unknown, label: string])[],
): number {
  const labels = new Set(written.map(([, label]) => label));
  return all.filter(({ label }) => labels.has(label)).length;
}
