import {
  takeAs,
  type Admission,
  writtenAs,
  type ColumnEntry,
  type ColumnPicture,
  type CountedColumn,
  type Dictionary,
} from '@columnist/contract';

/** The columns of a version with what people said about columns of these names. */
export const applyDictionary = (
  columns: readonly CountedColumn[],
  dictionary: Dictionary,
): readonly CountedColumn[] =>
  columns.map((column) => {
    const entry = Object.hasOwn(dictionary, column.name) ? dictionary[column.name] : undefined;
    return entry === undefined ? column : applyEntry(column, entry);
  });

type Notes = Admission['notes'];

/** What of a dictionary does not fit the columns of a version; it is kept for those that it fits. */
export function notesOn(columns: readonly CountedColumn[], dictionary: Dictionary): Notes {
  const note = (column: string, message: string): Notes[number] => ({
    code: 'dictionary_unfit',
    message,
    column,
    count: 1,
    rows: [],
    examples: [],
  });
  const names = new Set(columns.map(({ name }) => name));
  return [
    ...Object.keys(dictionary)
      .filter((name) => !names.has(name))
      .map((name) =>
        note(
          name,
          `There is no column '${name}' any more; what was set for it is kept for versions that have it.`,
        ),
      ),
    ...columns.flatMap(({ name, unfit = [] }) =>
      unfit.map((reason) => note(name, `What was set for a column does not fit: ${reason}`)),
    ),
  ];
}

function applyEntry(column: CountedColumn, entry: ColumnEntry): CountedColumn {
  const { type, levels, reference, ...said } = entry;
  const taken = type === undefined ? null : takeAs(column, type);
  const unfit: string[] = [];
  let shown: CountedColumn = { ...column, ...said };
  if (type !== undefined && taken !== null) {
    if ('refused' in taken) unfit.push(taken.refused);
    else shown = retyped(shown, type, taken.storage);
  }
  const isOrdered = shown.storage === 'VARCHAR';
  if (isOrdered)
    shown = {
      ...shown,
      ...(levels === undefined ? {} : { levels }),
      ...(reference === undefined ? {} : { reference }),
    };
  else if (levels !== undefined || reference !== undefined)
    unfit.push(
      `'${column.name}' is a ${column.type} column here: its values have an order already.`,
    );
  if (shown.picture !== null) shown = { ...shown, picture: inOrder(shown, shown.picture) };
  return unfit.length === 0 ? shown : { ...shown, unfit };
}

/** A column taken as another type; texts have no smallest and largest value. */
function retyped(
  column: CountedColumn,
  type: CountedColumn['type'],
  storage: string,
): CountedColumn {
  // The type that the file says is no other one.
  if (storage === column.storage && storage !== 'VARCHAR') return column;
  const stored = { ...column, type, storage, stored: column.storage };
  if (column.storage === 'VARCHAR')
    return type === column.type ? stored : { ...stored, picture: null };
  return {
    ...stored,
    low: null,
    high: null,
    picture: column.picture === null ? null : asCategory(column.picture),
  };
}

/** Bars that a picture of categories has at most, the last one of the rest. */
const barsAtMost = 6;

/** A bar for each value as bars of a category, largest first; null where bars hold several values. */
function asCategory(picture: ColumnPicture): ColumnPicture | null {
  const { kind, counts, labels } = picture;
  if (kind === 'constant' || kind === 'empty') return picture;
  if ((kind !== 'spikes' && kind !== 'boolean') || labels === null) return null;
  const bars = labels
    .map((label, i) => ({ label, n: counts[i] ?? 0 }))
    .filter(({ n }) => n > 0)
    .sort((a, b) => b.n - a.n);
  const rest = bars.length > barsAtMost;
  const own = rest ? bars.slice(0, barsAtMost - 1) : bars;
  const others = bars.slice(own.length).reduce((sum, { n }) => sum + n, 0);
  return {
    ...picture,
    kind: 'category',
    labels: own.map(({ label }) => label),
    counts: [...own.map(({ n }) => n), ...(rest ? [others] : [])],
    edges: null,
    rest,
  };
}

/** The bars of categories in the order of the levels, where each has its bar, and as answers write them. */
function inOrder(column: CountedColumn, picture: ColumnPicture): ColumnPicture {
  const { kind, labels, counts } = picture;
  if (kind !== 'category' || labels === null) return picture;
  const { levels = [] } = column;
  const placeOf = (label: string): number => {
    const place = levels.indexOf(label);
    return place < 0 ? levels.length : place;
  };
  const bars = labels.map((label, i) => ({ label, n: counts[i] ?? 0 }));
  const ordered = picture.rest ? bars : bars.sort((a, b) => placeOf(a.label) - placeOf(b.label));
  return {
    ...picture,
    labels: ordered.map(({ label }) => writtenAs(column, label)),
    counts: [...ordered.map(({ n }) => n), ...counts.slice(labels.length)],
  };
}
