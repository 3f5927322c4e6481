import {
  cleaningSteps,
  imputeStep,
  type CleaningStep,
  type Impute,
  type View,
  type ViewEffect,
} from '@columnist/contract';
import { plural } from '../../lib/formats.ts';
import { withoutEmpty } from '../../lib/view-parts.ts';

/** A step of a view beside its filter and order, and the view without it. */
export interface Step {
  readonly said: string;
  readonly without: View;
  /** What is done before it. */
  readonly before: View;
  readonly effect: string;
  /** What it is, as a form gives it; null where no form has it. */
  readonly step: NewStep | null;
  /** The view with another step in its place. */
  readonly changed: (step: NewStep) => View;
}

/** The steps in the order in which they work. */
export function stepsOf(view: View, effects: readonly ViewEffect[]): Step[] {
  const without = <Item>(list: readonly Item[] | undefined, at: number): Item[] =>
    (list ?? []).filter((_, i) => i !== at);
  const made = (
    { said, columns }: { said: string; columns: readonly string[] },
    { rest, before }: { rest: View; before: View },
    step: NewStep | null,
    at: number,
  ): Step => ({
    said: capital(said, columns),
    without: rest,
    before,
    effect: effectOf(said, effects),
    step,
    changed: (next) => changed(rest, next, at),
  });
  return [
    ...(view.clean ?? []).map((step, i) =>
      made(
        { said: cleaningSteps(step).said, columns: columnsOf(step) },
        {
          rest: { ...view, clean: without(view.clean, i) },
          before: viewBefore(view, 'clean', i),
        },
        formStep(step),
        i,
      ),
    ),
    ...(view.impute ?? []).map((step, i) =>
      made(
        { said: imputeStep(step).said, columns: [] },
        {
          rest: { ...view, impute: without(view.impute, i) },
          before: viewBefore(view, 'impute', i),
        },
        { impute: step },
        i,
      ),
    ),
    ...(view.derive ?? []).map(({ name, expression }, i): Step => ({
      said: `${name} = ${typeof expression === 'string' ? expression : JSON.stringify(expression)}`,
      without: { ...view, derive: without(view.derive, i) },
      before: viewBefore(view, 'derive', i),
      effect: lostBy(name, effects),
      step: typeof expression === 'string' ? { derive: { name, expression } } : null,
      changed: (next) => changed({ ...view, derive: without(view.derive, i) }, next, i),
    })),
    ...(view.drop_missing === undefined ? [] : [dropStep(view, effects)]),
    ...(view.sample === undefined ? [] : [sampleStep(view, effects)]),
  ];
}

function dropStep({ drop_missing: dropped, ...rest }: View, effects: readonly ViewEffect[]): Step {
  const said =
    dropped === true
      ? 'rows with a missing value dropped'
      : `rows dropped where ${(dropped ?? []).join(', ')} is missing`;
  return {
    said: capital(said),
    without: rest,
    before: viewBefore(rest, 'derive'),
    effect: effectOf(said, effects),
    step: dropped === undefined ? null : { drop_missing: dropped },
    changed: (next) => withStep(rest, next),
  };
}

/** A sentence begins with a capital, but for the name of one of its columns. */
const capital = (text: string, columns: readonly string[] = []): string =>
  columns.some((name) => text.startsWith(`${name} `) || text.startsWith(`${name},`))
    ? text
    : text.charAt(0).toUpperCase() + text.slice(1);

/** The columns by which the words for a step begin; of other steps none. */
function columnsOf(step: CleaningStep): readonly string[] {
  switch (step.step) {
    case 'recode':
    case 'split_column':
      return [step.column];
    case 'rename_columns':
      return step.columns.map(({ from }) => from);
    case 'correct_cells':
      return step.cells.map(({ column }) => column);
    case 'encode':
    case 'scale':
    case 'clip_outliers':
      return step.columns;
    default:
      return [];
  }
}

function sampleStep({ sample, ...rest }: View, effects: readonly ViewEffect[]): Step {
  const said = `a sample of ${sample?.n ?? 0} rows (seed ${sample?.seed ?? 1})`;
  return {
    said: capital(said),
    without: rest,
    before: viewBefore(rest, 'derive'),
    effect: effectOf(said, effects),
    step: sample === undefined ? null : { sample },
    changed: (next) => withStep(rest, next),
  };
}

/**
 * A derived column says what it could not read; the answer says its step as the name and the
 * expression.
 */
function lostBy(name: string, effects: readonly ViewEffect[]): string {
  const found = effects.filter(({ step }) => step.startsWith(`${name} = `));
  return ['a new column', ...found.flatMap(sayUnread)].join(', ');
}

/** What a calculation could not read, and what it could not decide. */
const sayUnread = (effect: ViewEffect): string[] => [
  ...(effect.cells_lost > 0 ? [sayLost(effect)] : []),
  ...sayUndecided(effect),
];

/** Rows that case() gave its last value for want of a condition. */
export const sayUndecided = ({ cells_undecided: n = 0 }: ViewEffect): string[] =>
  n === 0
    ? []
    : [`${plural(n, 'row')} with the last value of case() because a condition is missing`];

/** Cells that a step found nothing to fill with. */
const sayUnfilled = ({ cells_unfilled: n = 0 }: ViewEffect): string[] =>
  n === 0
    ? []
    : [
        `${plural(n, 'cell')} ${n === 1 ? 'stays' : 'stay'} missing, ` +
          `with nothing to fill ${n === 1 ? 'it' : 'them'}`,
      ];

/** Rows of a split whose last column holds more than one part. */
const sayRest = ({ rows_with_rest: n = 0, rests = [] }: ViewEffect): string[] =>
  n === 0
    ? []
    : [
        `${plural(n, 'row')} ${n === 1 ? 'has' : 'have'} more parts, which the last column holds ` +
          `(${rests.map((text) => `‘${text}’`).join(', ')})`,
      ];

/** Values that became missing, with some of them. */
export const sayLost = ({ cells_lost: n, examples = [] }: ViewEffect): string =>
  `${plural(n, 'value')} became missing${examples.length > 0 ? ` (${examples.map((text) => `‘${text}’`).join(', ')})` : ''}`;

/** Edits that were left out, with what their rows have instead. */
export const sayMisfits = ({ edits_not_applied: n = 0, misfits = [] }: ViewEffect): string[] =>
  n === 0
    ? []
    : [`${plural(n, 'edit')} no longer ${n === 1 ? 'applies' : 'apply'} (${misfits.join('; ')})`];

const absentSaid = 3;

/** Values that were to be recoded and that no row has, with near ones. */
const sayAbsent = ({ values_absent: n = 0, absent = [] }: ViewEffect): string[] => [
  ...absent.slice(0, absentSaid).map(({ value, nearest }) => {
    const near = nearest.map((one) => `‘${one}’`).join(' or ');
    return `no row has ‘${String(value)}’${near === '' ? '' : ` (is ${near} meant?)`}`;
  }),
  ...(n > absentSaid ? [`nor ${plural(n - absentSaid, 'more value')}`] : []),
];

/** What a step did, in words; empty where nothing is known of it. */
export function effectOf(said: string, effects: readonly ViewEffect[]): string {
  const found = effects.filter(({ step }) => step === said);
  const rows = found.reduce((sum, { rows_removed: n }) => sum + n, 0);
  const cells = found.reduce((sum, { cells_changed: n }) => sum + n, 0);
  const parts = [
    ...found.flatMap(sayUnread),
    ...found.flatMap(sayUnfilled),
    ...(cells > 0 ? [`${plural(cells, 'cell')} changed`] : []),
    ...(rows > 0 ? [`${plural(rows, 'row')} removed`] : []),
    ...found.flatMap(sayRest),
    ...found.flatMap(sayMisfits),
    ...found.flatMap(sayAbsent),
  ];
  return found.length === 0 ? '' : parts.length === 0 ? 'nothing changed' : parts.join(', ');
}

/** Steps that are made in the grid alone. */
type GridStep = Extract<CleaningStep, { step: 'correct_cells' | 'delete_rows' }>;

/** A step as its form gives it; null where no form has all of it. */
const formStep = (step: CleaningStep): NewStep | null =>
  step.step === 'correct_cells' ||
  step.step === 'delete_rows' ||
  (step.step === 'rename_columns' && step.columns.length > 1)
    ? null
    : { clean: step };

/** What a form of a new step gives. */
export type NewStep =
  | { clean: Exclude<CleaningStep, GridStep> }
  | { impute: Impute }
  | { derive: { name: string; expression: string } }
  | { drop_missing: true | string[] }
  | { sample: { n: number; seed: number } };

export function withStep(view: View, step: NewStep): View {
  if ('clean' in step) return { ...view, clean: [...(view.clean ?? []), step.clean] };
  if ('impute' in step) return { ...view, impute: [...(view.impute ?? []), step.impute] };
  if ('derive' in step) return { ...view, derive: [...(view.derive ?? []), step.derive] };
  return { ...view, ...step };
}

/** The parts of a view that change its columns, in the order in which they work. */
export type ShapingPart = 'clean' | 'impute' | 'derive';

/** What is done before a step in this part of a view; at its end where no place is said. */
export const viewBefore = (
  { clean = [], impute = [], derive = [] }: View,
  part: ShapingPart,
  at = Infinity,
): View =>
  withoutEmpty({
    clean: part === 'clean' ? clean.slice(0, at) : clean,
    impute: part === 'clean' ? [] : part === 'impute' ? impute.slice(0, at) : impute,
    derive: part === 'derive' ? derive.slice(0, at) : [],
  });

/** A step put back at its place among those of its kind. */
function changed(rest: View, step: NewStep, at: number): View {
  const put = <Item>(list: readonly Item[] | undefined, item: Item): Item[] =>
    (list ?? []).toSpliced(at, 0, item);
  if ('clean' in step) return { ...rest, clean: put(rest.clean, step.clean) };
  if ('impute' in step) return { ...rest, impute: put(rest.impute, step.impute) };
  if ('derive' in step) return { ...rest, derive: put(rest.derive, step.derive) };
  return withStep(rest, step);
}
