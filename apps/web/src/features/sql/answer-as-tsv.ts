import { pastedCell, type SqlResult } from '@columnist/contract';

/** A page of an answer as a spreadsheet takes it from the clipboard: no text of it is a formula there. */
export const answerAsTsv = ({ columns, items }: Pick<SqlResult, 'columns' | 'items'>): string =>
  [columns.map(({ name }) => name), ...items]
    .map((cells) =>
      cells
        .map((value) => (typeof value === 'string' ? pastedCell(value) : String(value ?? '')))
        .join('\t'),
    )
    .join('\n');
