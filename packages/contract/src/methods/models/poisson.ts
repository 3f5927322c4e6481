import { defineMethod } from '../define-method.ts';
import { columnName, field } from '../field.ts';
import { noMethod } from '../leaning.ts';
import { model, modelInput, ofModel } from './model.ts';

export const poisson = defineMethod({
  ...model,
  method: 'poisson',
  title: 'Poisson regression',
  asks: 'counts: with `exposure` their rates',
  r: '`glm(family = poisson)`, `offset(log(exposure))`',
  note: 'counts',
  input: {
    ...modelInput,
    exposure: field(columnName().exactOptional().describe('Column of person-time or size.'), {
      kind: 'number',
      label: 'Exposure',
      optional: true,
    }),
  },
  details: ['exposure', ...model.details],
  example: { formula: 'wing ~ kind' },
  leansOn: (asked, method) => {
    if (asked.exposure !== undefined)
      throw noMethod(method, 'an exposure leans on single rows.', "Leave out 'exposure'.");
    return ofModel(asked, method);
  },
});
