import type { Admission } from '@columnist/contract';

type Note = Admission['notes'][number];

export interface NamedColumns {
  readonly names: string[];
  readonly notes: Note[];
}

/**
 * Column names from the header: trimmed, made unique, empty ones named after their place; each
 * change is noted.
 */
export function nameColumns(first: readonly string[] | null, width: number): NamedColumns {
  if (first === null) {
    const names = Array.from({ length: width }, (_, i) => `column_${i + 1}`);
    return {
      names,
      notes: [
        note(
          'no_header',
          'The first line holds values, not names: columns are named column_1, column_2, and so on.',
          null,
          1,
        ),
      ],
    };
  }
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
      notes.push(note('header_renamed', `${why}: it is called '${name}' here.`, name, 1));
    }
    return name;
  });
  return { names, notes };
}

function note(code: string, message: string, column: string | null, row: number): Note {
  return { code, message, column, count: 1, rows: [row], examples: [] };
}
