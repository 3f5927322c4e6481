import { AppError } from '@columnist/contract';
import type { UnknownFile } from './define-format.ts';

/** Formats that are known and not read: why, and how to go on. */
const unreadable: readonly {
  readonly recognises: (file: UnknownFile) => boolean;
  readonly what: string;
  readonly why: string;
  readonly fix: string;
}[] = [
  {
    recognises: ({ head }) =>
      head.subarray(12, 32).equals(Buffer.from('c2ea8160b31411cfbd92080009c7318c181f1011', 'hex')),
    what: 'a SAS data set (.sas7bdat)',
    why: 'its form is not published, and there is no well-kept reader of it that is safe with files of others',
    fix: "Write it in SAS with proc export as CSV, or with the xport engine as .xpt; or in R with haven::write_sav(haven::read_sas('file.sas7bdat'), 'file.sav'). Then import that.",
  },
  {
    recognises: ({ head }) => /SPSS PORT FILE/.test(head.toString('latin1', 0, 600)),
    what: 'an SPSS portable file (.por)',
    why: 'it keeps numbers in base 30, rounded',
    fix: 'Save it in SPSS or PSPP as .sav, then import that.',
  },
  {
    // Most are packed, and have their name alone.
    recognises: ({ head, ending }) =>
      /^RD[AX][23]\n/.test(head.toString('latin1', 0, 5)) ||
      ['rds', 'rda', 'rdata'].includes(ending),
    what: 'a file of R (.rds, .RData)',
    why: 'it may hold any objects of R, and reading them may run code',
    fix: "Write the table in R with haven::write_sav or write.csv(table, 'file.csv', row.names = FALSE), then import that.",
  },
  {
    recognises: ({ head }) => head.toString('latin1', 0, 4) === '\x89HDF',
    what: 'an HDF5 file',
    why: 'it may hold arrays of any shape',
    fix: 'Write the table as Parquet, then import that.',
  },
  {
    recognises: ({ head }) => head.toString('latin1', 257, 262) === 'ustar',
    what: 'a tar archive',
    why: 'of archives ZIP is read',
    fix: 'Unpack it, then import its files, or a ZIP archive of them.',
  },
];

/** Says why a file of a known format is not read. Throws invalid_file. */
export function refuseUnreadable(file: UnknownFile): void {
  const found = unreadable.find(({ recognises }) => recognises(file));
  if (found !== undefined)
    throw new AppError('invalid_file', `This is ${found.what}, which is not read: ${found.why}.`, {
      row: 1,
      fix: found.fix,
    });
}
