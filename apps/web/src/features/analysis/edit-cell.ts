import {
  cleaningSteps,
  editedAtMost,
  type Cell,
  type CleaningStep,
  type DatasetColumn,
  type View,
  type ViewEffect,
} from '@columnist/contract';

/** A cell of the grid that can be edited: where it is in the file, and what it holds. */
export interface EditedCell {
  readonly row: number;
  readonly column: DatasetColumn;
  readonly value: Cell;
  /** Values of its row by which it is recognised. */
  readonly has: readonly { readonly column: string; readonly value: Cell }[];
}

const namedAtMost = 4;

/**
 * The values by which a row is recognised: that of a column that has no value twice, else the first
 * few of those that no later part of the view changes.
 */
export function recognise(
  columns: readonly DatasetColumn[],
  cells: readonly Cell[],
  view: View,
  rows: number,
): EditedCell['has'] {
  const own = columns.flatMap((column, i) =>
    whyNotEdited(column.name, view) === null ? [{ column, value: cells[i] ?? null }] : [],
  );
  const key = own.find(({ column }) => column.missing === 0 && column.distinct === rows);
  const chosen = key === undefined ? own.slice(0, namedAtMost) : [key];
  return chosen.map(({ column, value }) => ({ column: column.name, value }));
}

/** Why a cell of the column is not edited in the grid; null where it is. */
export function whyNotEdited(name: string, { derive = [], impute = [] }: View): string | null {
  if (derive.some((one) => one.name === name)) return `${name} is computed. Change its step.`;
  if (impute.some(({ columns }) => columns.includes(name)))
    return `Missing values of ${name} are filled by a step. Change this step.`;
  return null;
}

/**
 * What the cells that the view edits had before, by row and by the name that the column has now; the
 * edits that were left out, as their row is another one, changed none.
 */
export function editedIn(
  { clean = [] }: View,
  effects: readonly ViewEffect[],
): ReadonlyMap<string, Cell> {
  let edited: { row: number; column: string; from: Cell }[] = [];
  for (const step of clean) {
    if (step.step === 'correct_cells') {
      const { said } = cleaningSteps(step);
      const left = new Set(
        effects
          .filter((effect) => effect.step === said)
          .flatMap(({ edits_left: some = [] }) => some)
          .map(({ row, column = '' }) => placeOf(row, column)),
      );
      edited.push(...step.cells.filter(({ row, column }) => !left.has(placeOf(row, column))));
    } else if (step.step === 'rename_columns') {
      const names = new Map(step.columns.map(({ from, to }) => [from, to]));
      edited = edited.map((one) => ({ ...one, column: names.get(one.column) ?? one.column }));
    }
  }
  return new Map(edited.map(({ row, column, from }) => [placeOf(row, column), from]));
}

/** The key of a cell in `editedIn`. */
export const placeOf = (row: number, column: string): string => `${row} ${column}`;

/** What was typed, as a value of the column; a text says why it is none. */
export function readTyped(
  text: string,
  { name, type }: DatasetColumn,
): { readonly value: Cell } | { readonly wrong: string } {
  const typed = type === 'text' || type === 'category' ? text : text.trim();
  if (typed === '') return { value: null };
  if (type === 'number') {
    const number = typed.replace('\u2212', '-');
    if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(number))
      return { wrong: `${name} holds numbers. Write one such as 12.5.` };
    // What a double would not hold exactly is sent as it is written.
    return { value: String(Number(number)) === number ? Number(number) : number };
  }
  if (type === 'boolean') {
    const truth = { true: true, yes: true, false: false, no: false }[typed.toLowerCase()];
    return truth === undefined ? { wrong: `${name} is true or false.` } : { value: truth };
  }
  return { value: typed };
}

/** The view with a cell corrected, in the step of the last correction where that has its reason. */
export function correct(
  view: View,
  { row, column, value, has }: EditedCell,
  to: Cell,
  why: string,
): View {
  const clean = view.clean ?? [];
  const last = clean.at(-1);
  const reason = reasonOf(why);
  const joins =
    last?.step === 'correct_cells' && last.why === reason.why && last.cells.length < editedAtMost;
  const before = joins ? last.cells : [];
  // A row is recognised by what it has before the step.
  const original = (name: string, now: Cell): Cell => {
    const found = before.find((one) => one.row === row && one.column === name);
    return found === undefined ? now : found.from;
  };
  const others = has
    .filter((one) => one.column !== column.name)
    .map((one) => ({ column: one.column, value: original(one.column, one.value) }));
  const from = original(column.name, value);
  const cells = [
    ...before.filter((one) => one.row !== row || one.column !== column.name),
    ...(from === to
      ? []
      : [{ row, column: column.name, from, to, ...(others.length === 0 ? {} : { has: others }) }]),
  ];
  const step: CleaningStep[] =
    cells.length === 0 ? [] : [{ step: 'correct_cells', cells, ...reason }];
  return { ...view, clean: [...(joins ? clean.slice(0, -1) : clean), ...step] };
}

/** The view without a row. */
export function deleteRow(view: View, { row, has }: EditedCell, why: string): View {
  const clean = view.clean ?? [];
  const last = clean.at(-1);
  const reason = reasonOf(why);
  const joins =
    last?.step === 'delete_rows' && last.why === reason.why && last.rows.length < editedAtMost;
  const rows = [...(joins ? last.rows : []), { row, has: [...has] }];
  const step: CleaningStep = { step: 'delete_rows', rows, ...reason };
  return { ...view, clean: [...(joins ? clean.slice(0, -1) : clean), step] };
}

const reasonOf = (why: string): { readonly why?: string } =>
  why.trim() === '' ? {} : { why: why.trim() };
