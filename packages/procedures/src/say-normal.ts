import { pText } from '@columnist/contract';
import { doubtBelow, ofUnit } from './words.ts';

/** What Shapiro and Wilk's test says of residuals; `many`: means do not depend on it. */
export const sayNormal = (
  { w, p }: { readonly w: number; readonly p: number },
  many: boolean,
): string =>
  `${p < doubtBelow ? 'Residuals depart from a normal distribution' : 'No departure from a normal distribution was found'}: Shapiro–Wilk W = ${ofUnit(w)}, p ${pText(p)}.${many ? ' The rows are large enough in number for means and estimates not to depend on it.' : ''}`;
