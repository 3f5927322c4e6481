import { AppError } from '@columnist/contract';
import { decoderOf } from './encodings/decoders.ts';

const signatures: readonly {
  readonly bytes: readonly number[];
  readonly what: string;
  readonly fix: string;
}[] = [
  {
    bytes: [0x50, 0x4b, 0x03, 0x04],
    what: 'a ZIP archive or an Excel workbook (.xlsx)',
    fix: 'Unpack it, or save the sheet as "CSV UTF-8", then upload the .csv file.',
  },
  {
    bytes: [0xd0, 0xcf, 0x11, 0xe0],
    what: 'an old Excel or Office document',
    fix: 'Save the sheet as "CSV UTF-8", then upload the .csv file.',
  },
  {
    bytes: [0x7f, 0x45, 0x4c, 0x46],
    what: 'a program (ELF)',
    fix: 'Upload a text file of comma-separated values.',
  },
  {
    bytes: [0x4d, 0x5a, 0x90],
    what: 'a Windows program',
    fix: 'Upload a text file of comma-separated values.',
  },
  {
    bytes: [0x25, 0x50, 0x44, 0x46],
    what: 'a PDF document',
    fix: 'Export the table as CSV, then upload the .csv file.',
  },
  {
    bytes: [0x89, 0x50, 0x4e, 0x47],
    what: 'a PNG picture',
    fix: 'Upload a text file of comma-separated values.',
  },
  {
    bytes: [0xff, 0xd8, 0xff],
    what: 'a JPEG picture',
    fix: 'Upload a text file of comma-separated values.',
  },
  {
    bytes: [0x47, 0x49, 0x46, 0x38],
    what: 'a GIF picture',
    fix: 'Upload a text file of comma-separated values.',
  },
  {
    bytes: [0x42, 0x5a, 0x68],
    what: 'a bzip2 archive',
    fix: 'Unpack it, then upload the .csv file.',
  },
  {
    bytes: [0xfd, 0x37, 0x7a, 0x58, 0x5a],
    what: 'an xz archive',
    fix: 'Unpack it, then upload the .csv file.',
  },
  {
    bytes: [0x37, 0x7a, 0xbc, 0xaf],
    what: 'a 7z archive',
    fix: 'Unpack it, then upload the .csv file.',
  },
  {
    bytes: [0x52, 0x61, 0x72, 0x21],
    what: 'a RAR archive',
    fix: 'Unpack it, then upload the .csv file.',
  },
  {
    bytes: [0xcf, 0xfa, 0xed, 0xfe],
    what: 'a program (Mach-O)',
    fix: 'Upload a text file of comma-separated values.',
  },
  {
    bytes: [...Buffer.from('SQLite format 3')],
    what: 'an SQLite database',
    fix: 'Export the table as CSV, then upload the .csv file.',
  },
  {
    bytes: [0x50, 0x41, 0x52, 0x31],
    what: 'a Parquet file',
    fix: 'Export the table as CSV, then upload the .csv file.',
  },
];

const markup =
  /^\s*(?:<!--|<!doctype\s+html|<(?:html|head|body|script|table|div|svg)[\s>]|<\?xml)/i;
const json = /^\s*(?:\{\s*"[^"]*"\s*:|\[\s*[[{])/;

/**
 * Refuses a file whose first bytes say that it is something else than text; by content, whatever
 * its name.
 */
export function refuseOtherFormats(head: Buffer): void {
  const signature = signatures.find(({ bytes }) => bytes.every((byte, i) => head[i] === byte));
  if (signature !== undefined)
    throw new AppError('invalid_file', `This file is ${signature.what}, not CSV text.`, {
      row: 1,
      fix: signature.fix,
    });
  const text = head
    .subarray(0, 1024)
    .toString('utf8')
    .replace(/^\ufeff/, '');
  // RFC 7464 begins each text of JSON with the record separator of ASCII.
  const beginning = text.startsWith('\u001e') ? text.slice(1) : text;
  if (json.test(beginning)) {
    throw new AppError('invalid_file', 'This file is JSON, not CSV text.', {
      row: 1,
      fix: 'Export the table as CSV, then upload the .csv file.',
    });
  }
  if (markup.test(beginning)) {
    throw new AppError('invalid_file', 'This file is an HTML or XML page, not CSV text.', {
      row: 1,
      fix: 'The download may have answered with a web page: get the CSV file itself, then upload it.',
    });
  }
}

/** A label of the WHATWG Encoding Standard. */
export type Encoding = string;

/** The encoding of Unicode that the first bytes show; UTF-8 for all others. */
export function detectEncoding(head: Buffer): { encoding: Encoding; byteOrderMark: boolean } {
  const mark = marks.find(({ bytes }) => bytes.every((byte, i) => head[i] === byte));
  if (mark !== undefined) return { encoding: mark.encoding, byteOrderMark: true };
  return { encoding: wideEncodingOf(head.subarray(0, 64 * 1024)) ?? 'utf-8', byteOrderMark: false };
}

/** That of UTF-32 begins with that of UTF-16. */
const marks: readonly { readonly encoding: Encoding; readonly bytes: readonly number[] }[] = [
  { encoding: 'utf-8', bytes: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-32le', bytes: [0xff, 0xfe, 0, 0] },
  { encoding: 'utf-32be', bytes: [0, 0, 0xfe, 0xff] },
  { encoding: 'utf-16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf-16be', bytes: [0xfe, 0xff] },
];

/**
 * UTF-16 and UTF-32 without a mark. Their delimiters and line ends have zeros at one place of every
 * two or four bytes; read so, the text must have a line end and no character that nobody writes.
 */
function wideEncodingOf(head: Buffer): Encoding | null {
  if (!head.includes(0)) return null;
  return (
    (['utf-32le', 'utf-32be', 'utf-16le', 'utf-16be'] as const).find((encoding) => {
      const width = encoding.startsWith('utf-32') ? 4 : 2;
      const bytes = head.subarray(0, head.length - (head.length % width));
      if (bytes.length < 2 * width) return false;
      const text = decoderOf(encoding, false).decode(bytes, { stream: true });
      const written = text.match(/[\n\r,;\t|]/g)?.length ?? 0;
      const odd = text.match(/[\0\ufffd\p{Cn}\p{Co}]/gu)?.length ?? 0;
      return (
        isEven(bytes, encoding, width) &&
        /[\n\r]/.test(text) &&
        written >= text.length / 200 &&
        odd <= text.length / 200
      );
    }) ?? null
  );
}

/** Zeros are where the high bytes of ASCII are, and almost nowhere else. */
function isEven(bytes: Buffer, encoding: string, width: number): boolean {
  const low = encoding.endsWith('le') ? 0 : width - 1;
  let [zeros, odd] = [0, 0];
  for (let at = bytes.indexOf(0); at !== -1; at = bytes.indexOf(0, at + 1)) {
    zeros += 1;
    if (at % width === low) odd += 1;
  }
  return odd <= zeros / 10;
}
