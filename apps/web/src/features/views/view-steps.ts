import {
  cleaningSteps,
  imputeStep,
  type CleaningStep,
  type Impute,
  type View,
  type ViewEffect,
} from '@columnist/contract';
import { plural } from '../../lib/formats.ts';

/** A step of a view beside its filter and order, and the view without it. */
export interface Step {
  readonly said: string;
  readonly without: View;
  readonly effect: string;
}

/** The steps in the order in which they work. */
export function stepsOf(view: View, effects: readonly ViewEffect[]): Step[] {
  const without = <Item>(list: readonly Item[] | undefined, at: number): Item[] =>
    (list ?? []).filter((_, i) => i !== at);
  const made = (said: string, rest: View): Step => ({
    said: capital(said),
    without: rest,
    effect: effectOf(said, effects),
  });
  return [
    ...(view.clean ?? []).map((step, i) =>
      made(cleaningSteps(step).said, { ...view, clean: without(view.clean, i) }),
    ),
    ...(view.impute ?? []).map((step, i) =>
      made(imputeStep(step).said, { ...view, impute: without(view.impute, i) }),
    ),
    ...(view.derive ?? []).map(({ name, expression }, i) => ({
      said: `${name} = ${typeof expression === 'string' ? expression : JSON.stringify(expression)}`,
      without: { ...view, derive: without(view.derive, i) },
      effect: lostBy(name, effects),
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
  return { said: capital(said), without: rest, effect: effectOf(said, effects) };
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function sampleStep({ sample, ...rest }: View, effects: readonly ViewEffect[]): Step {
  const said = `a sample of ${sample?.n ?? 0} rows (seed ${sample?.seed ?? 1})`;
  return { said: capital(said), without: rest, effect: effectOf(said, effects) };
}

/**
 * A derived column says what it could not read; the answer says its step as the name and the
 * expression.
 */
function lostBy(name: string, effects: readonly ViewEffect[]): string {
  const found = effects.filter(({ step, cells_lost: n }) => n > 0 && step.startsWith(`${name} = `));
  return ['a new column', ...found.map(sayLost)].join(', ');
}

/** Values that became missing, with some of them. */
export const sayLost = ({ cells_lost: n, examples = [] }: ViewEffect): string =>
  `${plural(n, 'value')} became missing${examples.length > 0 ? ` (${examples.map((text) => `‘${text}’`).join(', ')})` : ''}`;

function effectOf(said: string, effects: readonly ViewEffect[]): string {
  const found = effects.filter(({ step }) => step === said);
  const rows = found.reduce((sum, { rows_removed: n }) => sum + n, 0);
  const cells = found.reduce((sum, { cells_changed: n }) => sum + n, 0);
  const parts = [
    ...found.filter(({ cells_lost: n }) => n > 0).map(sayLost),
    ...(cells > 0 ? [`${plural(cells, 'cell')} changed`] : []),
    ...(rows > 0 ? [`${plural(rows, 'row')} removed`] : []),
  ];
  return found.length === 0 ? '' : parts.length === 0 ? 'nothing changed' : parts.join(', ');
}

/** What a form of a new step gives. */
export type NewStep =
  | { clean: CleaningStep }
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
