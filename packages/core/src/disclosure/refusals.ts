import { AppError, fewestRows } from '@columnist/contract';

/** What is asked is about too few rows by itself. */
export const tooFew = (): AppError =>
  new AppError(
    'too_few_rows',
    `This would tell about fewer than ${fewestRows} rows, and this credential may not read rows.`,
    {
      limit: fewestRows,
      fix:
        `Ask about at least ${fewestRows} rows in each group and each condition, and about ` +
        `all rows or rows that leave out at least ${fewestRows}.`,
    },
  );

/** Sums of a column count its rows of single values. */
export const tooAlike = (column: string): AppError =>
  new AppError(
    'too_few_rows',
    `All but fewer than ${fewestRows} rows of a set have the same value of '${column}': sums, means ` +
      'and shares would count the others, and this credential may not read rows.',
    {
      limit: fewestRows,
      column,
      fix:
        `Ask about rows of which none or at least ${fewestRows} have another value of '${column}': ` +
        'more rows, or larger groups.',
    },
  );

/** It is, together with what was answered before. */
export const tooFewTogether = (first: string, second: string): AppError =>
  new AppError(
    'too_few_rows',
    `The conditions on '${first}' and on '${second}' part the rows into those that meet both, ` +
      `either, and none: fewer than ${fewestRows} rows are in one of these parts, or none is, and ` +
      'this credential may not read rows.',
    { limit: fewestRows, fix: 'Leave one of the two conditions out, or make it wider.' },
  );
export const tooNear = (): AppError =>
  new AppError(
    'too_few_rows',
    `With what was answered before, this would tell about fewer than ${fewestRows} rows, ` +
      'and this credential may not read rows.',
    {
      limit: fewestRows,
      fix:
        'Ask the same as before, or about rows that differ from those of every earlier ' +
        `answer by at least ${fewestRows}.`,
    },
  );

/** Decided by the whole column, whatever rows are asked about. */
export const tooDistinct = (column: string): AppError =>
  new AppError(
    'too_few_rows',
    `Sums and means of '${column}' would tell about single rows: all but a few rows have values ` +
      'that many share, and this credential may not read rows.',
    {
      limit: fewestRows,
      column,
      fix: `Ask for the frequencies or the quantiles of '${column}', or describe fewer columns at once.`,
    },
  );

/** Single rows decide too much of it. */
export const tooDecisive = (): AppError =>
  new AppError(
    'too_few_rows',
    'With what was answered before, single rows decide these figures too much: one ' +
      `counts for more than one of ${fewestRows} rows that are alike, and this credential ` +
      'may not read rows.',
    {
      limit: fewestRows,
      fix: 'Ask about more rows, fewer columns, or columns without outlying values and rare groups.',
    },
  );

/** Nothing new is answered any more. */
export const full = (): AppError =>
  new AppError(
    'too_few_rows',
    'So much has been answered about this version of the dataset to credentials that may ' +
      'not read rows that only the same questions are answered again.',
    {
      fix: 'Ask about rows that were asked about before, or ask with a credential that has the scope rows.',
    },
  );
