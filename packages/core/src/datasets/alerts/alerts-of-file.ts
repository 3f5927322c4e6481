import { alertTable, type Admission, type Alert } from '@columnist/contract';

/** What the file holds beside the table: rows that nobody would miss are not seen in the table. */
export const alertsOfFile = ({ notes, questions = [] }: Admission): Alert[] =>
  notes
    .filter(({ code }) => code === 'other_table')
    .slice(0, 1)
    .map((note): Alert => {
      const [first] = note.examples;
      const others = questions.find(({ code }) => code === 'table')?.alternatives ?? [];
      return {
        key: 'other_table',
        kind: 'other_table',
        severity: 'high',
        columns: [],
        count: null,
        measure: null,
        threshold: null,
        said: `${note.message}${first === undefined ? '' : ` It begins with ‘${first.before.slice(0, 80)}’.`}`,
        why: alertTable.get('other_table')?.why ?? '',
        fix: [
          'Upload the file once more for each table, and change how that copy is read',
          ...others.slice(0, 1).map(({ reading }) => `reread with ${JSON.stringify(reading)}`),
        ]
          .join(': ')
          .concat('.'),
        rows: null,
        sort: null,
        remedy: null,
        dismissed: null,
      };
    });
