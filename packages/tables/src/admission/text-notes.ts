import { encodingTitle, type Admission } from '@columnist/contract';
import { marksLeftOut } from './byte-order-marks.ts';
import type { PreparedText } from './prepare-text.ts';
import type { ScanResult } from './scan-records.ts';
import { looksLikeUtf7 } from './text-findings.ts';

/** What is said of a text whose fields this delimiter separates. */
export function textNotes(
  text: PreparedText,
  delimiter: string,
  lineEnding: ScanResult['lineEnding'],
  blankCount: number,
  blankLines: readonly number[],
  spacedQuotes: number,
): Admission['notes'] {
  const notes: Admission['notes'] = [];
  const note = (code: string, message: string, count: number, rows: readonly number[]) =>
    notes.push({ code, message, column: null, count, rows: [...rows], examples: [] });
  if (text.packing !== null)
    note('unpacked', `The file was packed with ${text.packing} and is read unpacked.`, 1, [1]);
  if (text.endMark)
    note(
      'end_of_file_mark',
      'The byte 0x1A at the end, with which programs of DOS end a text, is left out.',
      1,
      [],
    );
  if (text.separated)
    note(
      'record_separators',
      'Records end in the record separator of ASCII (0x1E), and each is read as a row.',
      1,
      [],
    );
  if (text.encoding !== 'utf-8')
    note('transcoded', `The text was ${encodingTitle(text.encoding)} and is read as such.`, 1, [1]);
  if (text.readings.length > 1)
    note(
      'uncertain_encoding',
      'The encoding is not certain: the text may also be ' +
        `${text.readings
          .slice(1)
          .map(({ encoding }) => encodingTitle(encoding))
          .join(', ')}. If letters look wrong, state the encoding.`,
      1,
      [1],
    );
  if (text.brokenLines.count > 0)
    note(
      'mixed_encoding',
      `${text.brokenLines.count} characters that are not UTF-8 are read as Windows-1252.`,
      text.brokenLines.count,
      text.brokenLines.lines,
    );
  if (text.marks !== null && text.marks.count > 0)
    note('byte_order_marks', marksLeftOut(text.marks.count), text.marks.count, text.marks.lines);
  const { replaced, garbled, privateUse } = text.findings;
  if (replaced > 0)
    note(
      'replacement_characters',
      `${replaced} ${replaced === 1 ? 'letter was' : 'letters were'} replaced by “\ufffd” before ` +
        'the file came here and cannot be restored.',
      replaced,
      [],
    );
  if (garbled > 0)
    note(
      'garbled_text',
      `${garbled} ${garbled === 1 ? 'letter looks' : 'letters look'} garbled, such as “Ã©” for ` +
        '“é” or “Ìîñêâà” for “Москва”: the text was saved in the wrong encoding before. It is kept as it is.',
      garbled,
      [],
    );
  if (privateUse > 0)
    note(
      'private_characters',
      `${privateUse} ${privateUse === 1 ? 'character is' : 'characters are'} of the private use area of ` +
        'Unicode and mean nothing without the font of the program that wrote them' +
        (text.encoding === 'big5'
          ? ': letters of HKSCS, the additions of Hong Kong to Big5, are read as such. Save the ' +
            'file as UTF-8 to have its letters.'
          : '. They are kept as they are.'),
      privateUse,
      [],
    );
  const { substitutes } = text.findings;
  if (substitutes > 0)
    note(
      'substitute_characters',
      `${substitutes} ${substitutes === 1 ? 'character is' : 'characters are'} U+001A, which programs ` +
        'put in place of a letter that they cannot write, and with which DOS ends a text. ' +
        `${substitutes === 1 ? 'It is kept as it is' : 'They are kept as they are'}.`,
      substitutes,
      [],
    );
  const separators = text.findings.separatorsBeside(delimiter);
  if (separators > 0)
    note(
      'separator_characters',
      `${separators} ${separators === 1 ? 'separator' : 'separators'} of ASCII (U+001C to U+001F) ` +
        `${separators === 1 ? 'is in a cell and is' : 'are in cells and are'} kept: no rows and ` +
        'columns are found by them.',
      separators,
      [],
    );
  if (looksLikeUtf7(text.head))
    note(
      'utf7',
      'The text looks like UTF-7 (“+AOk-” for “é”) and is kept as it is written. Save it as UTF-8 ' +
        'to have its letters.',
      1,
      [1],
    );
  if (lineEnding === 'mixed')
    note('line_endings', 'Lines end in more than one way; each is read as a line end.', 1, []);
  if (blankCount > 0)
    note(
      'blank_lines',
      blankCount === 1 ? '1 blank line is skipped.' : `${blankCount} blank lines are skipped.`,
      blankCount,
      blankLines,
    );
  if (spacedQuotes > 0)
    note(
      'spaces_around_quotes',
      'Spaces outside the quotes of a field do not belong to it.',
      spacedQuotes,
      [],
    );
  return notes;
}
