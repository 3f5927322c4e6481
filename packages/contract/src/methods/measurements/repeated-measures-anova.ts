import { z } from 'zod';
import { defineMethod, slot } from '../define-method.ts';
import { columnName, field } from '../field.ts';
import { ofProducts } from '../leaning.ts';
import { rowsAsked } from '../rows-asked.ts';

export const repeatedMeasuresAnova = defineMethod({
  method: 'repeated_measures_anova',
  family: 'several_measurements',
  tier: 'paid',
  title: 'repeated measures analysis of variance',
  asks:
    'the same of means, also between groups; Mauchly, Greenhouse–Geisser, Huynh–Feldt; ' +
    'pairs of measurements over all rows, *p* by Holm',
  r: '`car::Anova(idata)`, `afex::aov_ez`, `t.test(paired = TRUE)`',
  input: {
    columns: field(
      z
        .array(columnName())
        .min(2)
        .max(20)
        .describe('Number columns: the measurements of each row.'),
      { kind: 'numbers', label: 'Columns', most: 20 },
    ),
    group: field(
      columnName().exactOptional().describe('A column of groups that the rows belong to.'),
      { kind: 'category', label: 'Between groups of', optional: true },
    ),
    ...rowsAsked,
  },
  sentence: ['Compare', slot('columns'), 'in the same rows'],
  details: ['group'],
  example: { columns: ['mass', 'wing', 'bill'], group: 'kind' },
  leansOn: ({ columns, group }) =>
    group === undefined
      ? ofProducts(columns)
      : { ...ofProducts([...columns, group]), columns, by: [group], grouped: true },
});
