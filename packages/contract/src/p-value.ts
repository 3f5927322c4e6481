/** A p value with its relation, as journals write it: '= .034', '< .001', '> .999'. */
export const pText = (p: number): string =>
  p < 0.001 ? '< .001' : p > 0.999 ? '> .999' : `= ${p.toFixed(3).replace(/^0/, '')}`;

/** The same by itself, such as in a table: '.034', '< .001'. */
export const pInTable = (p: number): string => pText(p).replace(/^= /, '');
