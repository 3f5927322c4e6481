import { kindOf, methods, powerOptions, type AnyMethod } from '@columnist/contract';

export type Sought = 'n' | 'effect' | 'power';

/** What a form of a design asks for as a number. */
export interface Figure {
  readonly field: string;
  readonly label: string;
  readonly first: number;
  readonly step: number;
}

/** A figure as the form has it; null where its box is empty. */
export interface Filled extends Figure {
  readonly value: number | null;
}

function figureOf({ method, input }: AnyMethod, field: string, step: number): Figure {
  const kind = input[field] === undefined ? undefined : kindOf(input[field]);
  if (kind?.kind !== 'figure' || kind.first === undefined)
    throw new Error(`The design ${method} has no usual '${field}'.`);
  return { field, label: kind.label, first: kind.first, step };
}

function alternativesOf({ input: { alternative } }: AnyMethod) {
  const kind = alternative === undefined ? undefined : kindOf(alternative);
  return kind?.kind === 'choice' ? kind.options : [];
}

export const designs = methods.calculatePower.map((design: AnyMethod) => ({
  method: design.method,
  name: design.title,
  effect: figureOf(design, 'effect', 0.05),
  effectOf: (design.effectOf ?? []).map((field) => figureOf(design, field, 0.05)),
  details: design.details.map((field) => figureOf(design, field, 1)),
  alternatives: alternativesOf(design),
}));
export type DesignForm = (typeof designs)[number];

export const common = {
  n: { field: 'n', label: 'n', first: 50, step: 1 },
  power: { field: 'power', label: 'power', first: 0.8, step: 0.05 },
  alpha: { field: 'alpha', label: 'significance level', first: 0.05, step: 0.01 },
} as const satisfies Readonly<Record<string, Figure>>;

/** The figures that are asked for, in the order of the form. */
export const figuresOf = (design: DesignForm, sought: Sought, isFrom: boolean): Figure[] => [
  ...(sought === 'n' ? [] : [common.n]),
  ...(sought === 'effect' ? [] : isFrom ? design.effectOf : [design.effect]),
  ...(sought === 'power' ? [] : [common.power]),
  common.alpha,
  ...design.details,
];

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The question that a form asks, or what is wrong with each of its figures, by field. */
export function readForm(
  method: string,
  filled: readonly Filled[],
  others: Readonly<Record<string, unknown>>,
) {
  const wrong = new Map<string, string>();
  for (const { field, label, value } of filled)
    if (value === null) wrong.set(field, `Fill in ${label}.`);
  const given = Object.fromEntries(filled.map(({ field, value }) => [field, value ?? undefined]));
  const read = powerOptions.safeParse({ method, ...given, ...others });
  for (const issue of read.error?.issues ?? []) {
    const figure = filled.find(({ field }) => field === issue.path[0]);
    if (figure !== undefined && !wrong.has(figure.field))
      wrong.set(figure.field, `${capital(figure.label)} ${saidOf(issue)}.`);
  }
  const [first, second] = ['p1', 'p2'].map((field) => given[field]);
  if (wrong.size === 0 && first !== undefined && first === second)
    wrong.set('p2', 'The two proportions are equal: there is no difference to find.');
  return { input: wrong.size === 0 && read.success ? read.data : null, wrong };
}

type Issue = NonNullable<ReturnType<typeof powerOptions.safeParse>['error']>['issues'][number];

function saidOf(issue: Issue): string {
  if (issue.code === 'too_small')
    return `is ${issue.inclusive === true ? 'at least' : 'more than'} ${String(issue.minimum)}`;
  if (issue.code === 'too_big')
    return `is ${issue.inclusive === true ? 'at most' : 'less than'} ${issue.maximum.toLocaleString('en')}`;
  return 'is a whole number';
}
