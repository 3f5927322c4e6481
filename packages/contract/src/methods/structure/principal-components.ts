import { defineMethod, slot } from '../define-method.ts';
import { columnName, field } from '../field.ts';
import { noMethod, ofProducts } from '../leaning.ts';
import { rowsAlone } from '../rows-asked.ts';
import { columnsOf, scale } from './structure.ts';

export const principalComponents = defineMethod({
  method: 'principal_components',
  family: 'columns',
  tier: 'paid',
  usual: true,
  title: 'principal components',
  asks: 'how few directions hold most of the variance; loadings, scores, Bartlett’s test, Kaiser–Meyer–Olkin',
  r: '`prcomp`, `psych::KMO`',
  note: 'variance, loadings, scores',
  input: {
    ...columnsOf('many'),
    ...rowsAlone,
    scale,
    color_by: field(
      columnName()
        .exactOptional()
        .describe('A column of groups that tells the points of the picture apart.'),
      { kind: 'category', label: 'Colour by', optional: true },
    ),
  },
  sentence: ['What do', slot('columns'), 'have in common'],
  details: ['scale', 'color_by'],
  example: { columns: ['mass', 'wing', 'bill'], color_by: 'kind' },
  leansOn: ({ columns, color_by: colour }, method) => {
    if (colour !== undefined)
      throw noMethod(method, 'the colours are of single rows.', "Leave out 'color_by'.");
    return {
      ...ofProducts(columns),
      shows: [/^Components$/, /^Loadings$/, /^Correlations with the components$/],
    };
  },
});
