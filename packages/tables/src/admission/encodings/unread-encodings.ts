import { AppError } from '@columnist/contract';

/** Encodings of seven bits that are not read; their text looks like ASCII. */
const unread: readonly { readonly name: string; readonly isIn: (head: string) => boolean }[] = [
  { name: 'ISO-2022-KR', isIn: (head) => head.includes('\x1b$)C') },
  {
    name: 'ISO-2022-CN',
    isIn: (head) => ['\x1b$)A', '\x1b$)G', '\x1b$*H'].some((one) => head.includes(one)),
  },
  {
    name: 'HZ-GB-2312',
    // Twice, as a text may hold these signs once.
    isIn: (head) => (head.match(/~\{(?:[!-w][!-~])+~\}/g)?.length ?? 0) > 1,
  },
];

/** Refuses such a text by the name of its encoding. Throws invalid_file. */
export function refuseUnreadEncodings(head: Buffer): void {
  const text = head.toString('latin1');
  const found = unread.find(({ isIn }) => isIn(text));
  if (found !== undefined)
    throw new AppError('invalid_file', `The text is ${found.name}, an encoding that is not read.`, {
      row: 1,
      fix: 'Save the file as "CSV UTF-8", then upload again. If it is plain text, state its encoding as utf-8.',
    });
}
