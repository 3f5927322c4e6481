import type { Admission } from '@columnist/contract';

type Note = Admission['notes'][number];

export interface NamedColumns {
  readonly names: string[];
  readonly headerRows: 0 | 1;
  readonly notes: Note[];
}

const numeric = /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?\s*$/;
const isoDate = /^\s*\d{4}-\d{2}-\d{2}/;
const looksLikeData = (field: string): boolean => numeric.test(field) || isoDate.test(field);

/**
 * Column names from the first record: trimmed, made unique, empty ones named after their place; each change is noted.
 * A first record of nothing but numbers and dates is data, not names.
 */
export function nameColumns(first: readonly string[]): NamedColumns {
  const filled = first.filter((field) => field.trim() !== '');
  if (filled.length > 0 && filled.every(looksLikeData)) {
    const names = first.map((_, i) => `column_${i + 1}`);
    return { names, headerRows: 0, notes: [note('no_header', 'The first line holds values, not names: columns are named column_1, column_2, and so on.', null, 1)] };
  }
  const given = new Set(first.map((field) => field.trim()));
  const taken = new Set<string>();
  const notes: Note[] = [];
  const names = first.map((field, i) => {
    const trimmed = field.trim();
    const wanted = trimmed === '' ? `column_${i + 1}` : trimmed;
    let name = wanted;
    // A name made up here never takes one that the file gives.
    for (let k = 2; taken.has(name) || (name !== trimmed && given.has(name)); k++) name = `${wanted}_${k}`;
    taken.add(name);
    if (name !== field) {
      const why = trimmed === '' ? `Column ${i + 1} has no name` : name === trimmed ? `The name of column ${i + 1} has spaces around it` : `Column ${i + 1} repeats the name '${trimmed}'`;
      notes.push(note('header_renamed', `${why}: it is called '${name}' here.`, name, 1));
    }
    return name;
  });
  return { names, headerRows: 1, notes };
}

function note(code: string, message: string, column: string | null, row: number): Note {
  return { code, message, column, count: 1, rows: [row] };
}
