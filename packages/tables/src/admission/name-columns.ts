import { AppError, type Admission } from '@columnist/contract';

type Note = Admission['notes'][number];

export interface NamedColumns {
  readonly names: string[];
  readonly notes: Note[];
}

/** Characters of one name, and of all of them: every answer about the table repeats its names. */
const [longestName, longestNames] = [10_000, 2_000_000];

/**
 * Column names from the header: trimmed, made unique, empty ones named after their place; each
 * change is noted, with the `row` of the header. Throws invalid_file where they are too long to be
 * repeated in answers.
 */
export function nameColumns(first: readonly string[] | null, width: number, row = 1): NamedColumns {
  if (first === null) {
    const names = Array.from({ length: width }, (_, i) => `column_${i + 1}`);
    return {
      names,
      notes: [
        note(
          'no_header',
          'The first line holds values, not names: columns are named column_1, column_2, and so on.',
          null,
          row,
        ),
      ],
    };
  }
  requireShort(first, row);
  const given = new Set(first.map((field) => field.trim()));
  const taken = new Set<string>();
  const notes: Note[] = [];
  const names = first.map((field, i) => {
    const trimmed = field.trim();
    const wanted = trimmed === '' ? `column_${i + 1}` : trimmed;
    let name = wanted;
    // A name made up here never takes one that the file gives.
    for (let k = 2; taken.has(name) || (name !== trimmed && given.has(name)); k++)
      name = `${wanted}_${k}`;
    taken.add(name);
    if (name !== field) {
      const why =
        trimmed === ''
          ? `Column ${i + 1} has no name`
          : name === trimmed
            ? `The name of column ${i + 1} has spaces around it`
            : `Column ${i + 1} repeats the name '${trimmed}'`;
      notes.push(note('header_renamed', `${why}: it is called '${name}' here.`, name, row));
    }
    return name;
  });
  return { names, notes };
}

function requireShort(names: readonly string[], row: number): void {
  const place = names.findIndex(({ length }) => length > longestName);
  const length = names.reduce((sum, name) => sum + name.length, 0);
  if (place < 0 && length <= longestNames) return;
  const count = (n: number): string => n.toLocaleString('en');
  throw new AppError(
    'invalid_file',
    place < 0
      ? `The names of the columns have ${count(length)} characters together; at most ${count(longestNames)} can be read.`
      : `The name of column ${place + 1} has ${count(names[place]?.length ?? 0)} characters; at most ${count(longestName)} can be read.`,
    {
      row,
      fix: 'Shorten the names, or state header_rows: 0 where the first line holds values.',
    },
  );
}

function note(code: string, message: string, column: string | null, row: number): Note {
  return { code, message, column, count: 1, rows: [row], examples: [] };
}
