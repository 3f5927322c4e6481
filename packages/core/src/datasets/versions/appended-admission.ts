import type { Admission, ReadingQuestion } from '@columnist/contract';
import type { Engine } from '@columnist/workers';

type Note = Admission['notes'][number];
type PartRead = Awaited<ReturnType<Engine['combine']>>['parts'][number];

/** What the answers to an upload are about, and not its rows. */
const ofThatUpload: ReadonlySet<string> = new Set([
  'already_uploaded',
  'nothing_appended',
  'read_as_stated',
]);

/** On a column, of cells that were written another way when they were put below others. */
const ofCellsBefore = 'decimal_mark_differs';

/**
 * Notes on rows before they were written as one file, of which its own admission says nothing: those
 * on a file as a whole, and on cells that were written another way. Rows that were written with
 * their types say nothing of how their cells were: there all notes are kept.
 */
const unsaidBy = (own: OwnAdmission, notes: readonly Note[]): Note[] =>
  notes.filter(({ code, column, message }) =>
    code === ofCellsBefore
      ? !own.notes.some((one) => one.column === column && one.message === message)
      : (column === null || own.isTyped) &&
        !own.notes.some((one) => one.code === code && one.column === column),
  );

/** What was found in the file of both, and whether its columns were written with their types. */
export interface OwnAdmission extends Admission {
  readonly isTyped: boolean;
}

/**
 * The admission of rows that were put below others. Both are written as one file in order, whose
 * own admission knows nothing of what was done to them before: of the rows above that is what the
 * version before says, of the others what was found in their file. A question is a note here, as
 * its answer cannot be sent to `reread`, which would read the file of both.
 */
export const appendedAdmission = (
  before: Admission,
  { notes, questions, repaired, rejected }: PartRead,
  filename: string,
  own: OwnAdmission,
): Admission =>
  admissionOfBoth(
    {
      ...before,
      rows_repaired: before.rows_repaired + repaired,
      rows_rejected: before.rows_rejected + rejected,
      notes: [
        ...before.notes,
        ...(before.questions ?? []).map((question) =>
          noteOf(
            question,
            'Of the rows before',
            'restore the version before, read it again with one of these, and append again',
          ),
        ),
        ...notes.map((note) => ({ ...note, message: `In “${filename}”: ${note.message}` })),
        ...questions.map((question) =>
          noteOf(
            question,
            `In “${filename}”`,
            'restore the version before, and append the file again with one of these',
          ),
        ),
      ],
    },
    own,
  );

/** The admission of a file that was put together, with what was done to its rows before that. */
export function admissionOfBoth(before: Admission, own: OwnAdmission): Admission {
  const { isTyped: _, ...found } = own;
  return {
    ...found,
    rows_repaired: before.rows_repaired + own.rows_repaired,
    rows_rejected: before.rows_rejected + own.rows_rejected,
    repairs_file: before.repairs_file || own.repairs_file,
    notes: [
      ...unsaidBy(own, before.notes).filter(({ code }) => !ofThatUpload.has(code)),
      ...own.notes,
    ],
  };
}

/** A question that can no longer be answered where it is asked. */
function noteOf(
  { question, taken, alternatives }: ReadingQuestion,
  where: string,
  remedy: string,
): Note {
  const others = alternatives.map(({ label, reading }) => `${label} (${JSON.stringify(reading)})`);
  return {
    code: 'reading_unsure',
    message: `${where}: ${question} Read as: ${taken.replace(/\.$/, '')}. Or: ${others.join('; ')}. To change it, ${remedy}.`,
    column: null,
    count: 1,
    rows: [],
    examples: [],
  };
}
