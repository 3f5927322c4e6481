import { AppError } from '@columnist/contract';

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
  { bytes: [0x1f, 0x8b], what: 'a gzip archive', fix: 'Unpack it, then upload the .csv file.' },
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
    bytes: [0x28, 0xb5, 0x2f, 0xfd],
    what: 'a Zstandard archive',
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
  const beginning = head
    .subarray(0, 1024)
    .toString('utf8')
    .replace(/^\ufeff/, '');
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

/** UTF-16 shows by its byte order mark, or by a zero in every other byte of plain text. */
export function detectEncoding(head: Buffer): { encoding: Encoding; byteOrderMark: boolean } {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf)
    return { encoding: 'utf-8', byteOrderMark: true };
  if (head[0] === 0xff && head[1] === 0xfe) return { encoding: 'utf-16le', byteOrderMark: true };
  if (head[0] === 0xfe && head[1] === 0xff) return { encoding: 'utf-16be', byteOrderMark: true };
  const pairs = Math.floor(Math.min(head.length, 4096) / 2);
  let even = 0;
  let odd = 0;
  for (let i = 0; i < pairs; i++) {
    if (head[2 * i] === 0) even += 1;
    if (head[2 * i + 1] === 0) odd += 1;
  }
  if (pairs >= 2 && odd > 0.7 * pairs && even < 0.1 * pairs)
    return { encoding: 'utf-16le', byteOrderMark: false };
  if (pairs >= 2 && even > 0.7 * pairs && odd < 0.1 * pairs)
    return { encoding: 'utf-16be', byteOrderMark: false };
  return { encoding: 'utf-8', byteOrderMark: false };
}
