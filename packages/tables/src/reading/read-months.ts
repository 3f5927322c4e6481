import { dateFormatOf } from '@columnist/contract';
import { isMonth } from './write-plainly.ts';

const read = new RegExp(dateFormatOf('').form);

/** A month of a year that to_date() reads as its first day, as no file is read unasked. */
export const isReadMonth = (cell: string): boolean => isMonth(cell) && read.test(cell);
