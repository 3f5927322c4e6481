import { AppError } from '@columnist/contract';
import { dirname } from 'node:path';

/** What the system says where a file cannot be read or written, and how a message words it. */
const reasons = [
  ['ENOSPC', /no space left on device/i],
  ['EDQUOT', /disk quota exceeded/i],
  ['ENOENT', /no such file or directory/i],
  ['EACCES', /permission denied/i],
  ['EPERM', /operation not permitted/i],
  ['EROFS', /read-only file system/i],
  ['EISDIR', /is a directory/i],
  ['ENOTDIR', /not a directory/i],
] as const;
type Reason = (typeof reasons)[number][0];

/** Why the system did not do it; undefined where the error is another. */
function reasonOf(error: Error): Reason | undefined {
  const code = 'code' in error ? error.code : undefined;
  return (
    reasons.find(([known]) => known === code) ??
    reasons.find(([, said]) => said.test(error.message))
  )?.[0];
}

const inWords = (path: string, reason: Reason): readonly [string, string] => {
  const another = 'Name another file to write to.';
  switch (reason) {
    case 'ENOSPC':
    case 'EDQUOT':
      return [
        `There is no space left to write ${path}.`,
        'Free some, or name a file on another disk; TMPDIR is the folder for temporary files.',
      ];
    case 'ENOENT':
    case 'ENOTDIR':
      return [`There is no folder ${dirname(path)}.`, 'Make it first, or name another file.'];
    case 'EISDIR':
      return [`${path} is a folder.`, another];
    default:
      return [`${path} may not be written.`, another];
  }
};

/** Whether there was no space to write. */
export const isFull = (error: unknown): boolean =>
  error instanceof Error && ['ENOSPC', 'EDQUOT'].includes(reasonOf(error) ?? '');

/** The error of writing to a file as a refusal that says what to do. */
export function cannotWrite(path: string, error: unknown): unknown {
  const reason =
    error instanceof Error && !(error instanceof AppError) ? reasonOf(error) : undefined;
  if (reason === undefined) return error;
  const [message, fix] = inWords(path, reason);
  return new AppError('invalid_input', message, { fix }, { cause: error });
}
