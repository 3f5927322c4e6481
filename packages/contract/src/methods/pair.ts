import { slot } from './define-method.ts';
import { categoryColumn, numberColumn } from './field.ts';
import { rowsAsked } from './rows-asked.ts';

const first = 'First column';
const second = 'Second column';

/** Two columns of numbers, of categories, or of one and the other. */
export const twoNumbers = { x: numberColumn(first), y: numberColumn(second), ...rowsAsked };
export const twoCategories = { x: categoryColumn(first), y: categoryColumn(second), ...rowsAsked };
export const numberAndGroups = { x: numberColumn(first), y: categoryColumn(second), ...rowsAsked };

export const relateTwo = ['Relate', slot('x'), 'and', slot('y')] as const;
