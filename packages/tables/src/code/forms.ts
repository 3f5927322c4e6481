import { writtenNumberForm } from '@columnist/contract';

/** How a number is written, as a regular expression of R, Python and the database alike. */
export const numberForm = (pattern: string): string => `^${writtenNumberForm(pattern)}$`;
