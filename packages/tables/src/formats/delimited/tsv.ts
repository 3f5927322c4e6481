import { fileFormats } from '@columnist/contract';
import { defineFormat } from '../define-format.ts';
import { textOfHead } from '../look-at-file.ts';
import { formatNote } from '../typed-table.ts';

/** Endings of the names of files in other formats. */
const otherEndings: ReadonlySet<string> = new Set(
  Object.values(fileFormats).flatMap(({ endings }) => [...endings]),
);
const isNamedSo = (ending: string): boolean =>
  fileFormats.tsv.endings.some((one) => one === ending);

/** Text with tabs between fields, or other signs that its lines have evenly, read as CSV is. */
export const tsv = defineFormat({
  name: 'tsv',
  ...fileFormats.tsv,
  recognises: ({ head, ending }) => {
    if (isNamedSo(ending)) return true;
    if (ending === 'csv') return false;
    const text = textOfHead(head);
    // Commas before blanks may be those of texts.
    return (
      separates('\t', text) ||
      (!otherEndings.has(ending) && otherDelimiter(text.replaceAll(', ', ' ')) !== null)
    );
  },
  list: () =>
    Promise.resolve([
      { table: 'text', rows: null, columns: null, range: null, hidden: false, problem: null },
    ]),
  read: ({ path, head, ending }) => {
    const other = otherDelimiter(textOfHead(head));
    return Promise.resolve({
      source: {
        shape: 'text',
        path,
        reading: other === null ? { delimiter: '\t' } : {},
        notes: () =>
          other === null || !isNamedSo(ending)
            ? []
            : [
                formatNote(
                  'no_tabs',
                  `The file has no tabs between its fields, as its name says, but '${other}': it is read as CSV is.`,
                  null,
                  1,
                ),
              ],
      },
      table: null,
      tables: 1,
    });
  },
});

/** The sign between the fields of a text without tabs, names included. */
const otherDelimiter = (text: string): string | null =>
  text.includes('\t') ? null : ([';', ',', '|'].find((sign) => separates(sign, text)) ?? null);

/** Whether lines have a sign, nearly all of them as often as the first. A cell may have line ends. */
function separates(sign: string, text: string): boolean {
  const lines = text.split(/\r\n|\n|\r/).filter((line) => line.trim() !== '');
  // The last one may be cut.
  const whole = text.length < shortest ? lines : lines.slice(0, -1);
  const [most = 0, ...others] = whole.map((line) => line.split(sign).length - 1);
  return (
    most > 0 &&
    others.length > 0 &&
    others.filter((times) => times === most).length >= 0.8 * others.length
  );
}

/** Characters of a head that may be cut. */
const shortest = 4096;
