/** What does the same as functions that people know from other databases. */
export const instead: Readonly<Record<string, string>> = {
  to_timestamp: 'make_timestamp takes microseconds: make_timestamp(seconds * 1000000).',
  unnest:
    'Split the text into columns, missing where there is no such part, and turn these into rows: FROM ' +
    "(SELECT id, nullif(split_part(tags, ';', 1), '') AS a, nullif(split_part(tags, ';', 2), '') AS b " +
    'FROM t) UNPIVOT (tag FOR part IN (a, b)).',
};

/** How one sees the columns, through every door. */
export const columnsShown = 'select * from the dataset limit 1 shows the columns.';

/** Kinds of parts of a statement that are refused, with what to do. */
export const refusedTypes: Readonly<Record<string, string>> = {
  TABLE_FUNCTION: 'Functions that make tables are not answered: name a dataset.',
  RECURSIVE_CTE_NODE:
    'Recursive expressions are not answered: join the dataset with itself once for each level.',
  SHOW_REF: `DESCRIBE, SUMMARIZE and SHOW are not answered: ${columnsShown}`,
  PIVOT: 'PIVOT is not answered: group by the columns, or ask for groups with across.',
  COLUMN_DATA: 'Only datasets are answered.',
};

/** Fields of a part that are refused where they have a value. */
export const refusedFields: Readonly<Record<string, string>> = {
  at_clause: 'AT is not answered: datasets are asked as they are now.',
  sample: 'Samples are not answered here: take one in a view, with a seed.',
};
