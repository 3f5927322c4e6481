import type {
  Admission,
  ColumnEntry,
  CountedColumn,
  DatasetColumn,
  Dictionary,
} from '@columnist/contract';
import type { TableRef } from '@columnist/workers';
import { jobOf, type ServiceContext } from '../../context.ts';
import { applyDictionary } from './apply-dictionary.ts';

type Note = Admission['notes'][number];

/** Of this many values all are looked at; a column with more has no order that people set. */
const valuesAtMost = 1000;
const code = 'values_unfit';

/** Notes without those on columns whose order or reference was set again. */
export const withoutNotesOn = (notes: readonly Note[], columns: ReadonlySet<string>): Note[] =>
  notes.filter((note) => note.code !== code || !columns.has(note.column ?? ''));

const named = ({ levels = [], reference }: ColumnEntry): ReadonlySet<string> =>
  new Set([...levels, ...(reference === undefined ? [] : [reference])]);

const quoted = (values: readonly string[]): string =>
  `${values
    .slice(0, 5)
    .map((value) => `'${value.slice(0, 60)}'`)
    .join(', ')}${values.length > 5 ? ` and ${values.length - 5} more` : ''}`;

/**
 * What people set for the values of columns and does not fit those of a version: levels and a
 * reference that it does not have, values that the order does not name. The columns of `table` are
 * as the file has them, as levels name its values and not their labels.
 */
export async function notesOnValues(
  ctx: ServiceContext,
  table: TableRef & { readonly columns: readonly CountedColumn[] },
  dictionary: Dictionary,
): Promise<Note[]> {
  const notes: Note[] = [];
  for (const { name, storage } of applyDictionary(table.columns, dictionary)) {
    const entry = Object.hasOwn(dictionary, name) ? dictionary[name] : undefined;
    if (entry === undefined || storage !== 'VARCHAR' || named(entry).size === 0) continue;
    const { items, others } = await ctx.engine.frequencies(
      table,
      { column: name, order: 'value', limit: valuesAtMost },
      jobOf(ctx),
    );
    if (others.values > 0) continue;
    const values = items.flatMap(({ value }) => (value === null ? [] : [String(value)]));
    const note = noteOn(name, entry, new Set(values));
    if (note !== null) notes.push(note);
  }
  return notes;
}

function noteOn(name: string, entry: ColumnEntry, values: ReadonlySet<string>): Note | null {
  const { levels, reference } = entry;
  const gone = [...named(entry)].filter((value) => !values.has(value));
  const added = levels === undefined ? [] : [...values].filter((value) => !levels.includes(value));
  if (gone.length === 0 && added.length === 0) return null;
  return {
    code,
    message: [
      ...(gone.length === 0 ? [] : [`'${name}' has no value ${quoted(gone)} in this version.`]),
      ...(reference !== undefined && gone.includes(reference)
        ? [`Models cannot compare with '${reference}', and take the first of the others.`]
        : []),
      ...(added.length === 0
        ? []
        : [`The order that was set does not name ${quoted(added)}: in it these come last.`]),
    ].join(' '),
    column: name,
    count: gone.length + added.length,
    rows: [],
    examples: [],
  };
}

/** The columns of a version, each with what is known not to fit its values. */
export const withUnfitValues = (
  columns: readonly DatasetColumn[],
  { notes }: Pick<Admission, 'notes'>,
): DatasetColumn[] =>
  columns.map((column) => {
    const unfit = notes.flatMap((note) =>
      note.code === code && note.column === column.name ? [note.message] : [],
    );
    return unfit.length === 0 ? column : { ...column, unfit: [...(column.unfit ?? []), ...unfit] };
  });
