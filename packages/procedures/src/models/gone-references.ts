import type { Assumption } from '../finding.ts';
import type { ModelRows } from './read-model.ts';

/** Groups that cannot be compared with the level that was set: no row that is used has it. */
export const goneReferences = ({
  response,
  columns,
}: Pick<ModelRows, 'response' | 'columns'>): Assumption[] =>
  [...columns.values()].flatMap((column) =>
    column !== response &&
    column.kind === 'levels' &&
    column.reference !== undefined &&
    !column.levels.includes(column.reference)
      ? [
          {
            name: 'the reference that was set',
            verdict: 'doubtful',
            said: `No row has '${column.reference}', with which '${column.variable.column}' was to be compared: it is compared with '${column.levels[0] ?? ''}'.`,
          },
        ]
      : [],
  );
