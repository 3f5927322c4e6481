/** What may be around a column of a formula, beside I(x^2). */
export const transforms = ['log', 'log2', 'log10', 'exp', 'sqrt', 'factor'] as const;
export type Transform = (typeof transforms)[number];

/** The same as other languages call it. */
export const otherTransforms: ReadonlyMap<string, Transform> = new Map([
  ['C', 'factor'],
  ['as.factor', 'factor'],
  ['np.log', 'log'],
  ['np.log2', 'log2'],
  ['np.log10', 'log10'],
  ['np.exp', 'exp'],
  ['np.sqrt', 'sqrt'],
]);

export const referenceGroup =
  'The group that comes first is the reference: derive one whose name another begins, ' +
  "if(g = 'b', '(b)', g).";

const scaled = 'Derive zscore(x) with a view.';
const forms: ReadonlyMap<string, string> = new Map([
  ['relevel', referenceGroup],
  ['poly', 'Powers are written out: x + I(x^2).'],
  ['scale', scaled],
  ['standardize', scaled],
  ['center', 'Derive x - mean(x) with a view.'],
  ['cut', 'Derive bin(x, [0, 20, 60]) with a view.'],
  [
    'offset',
    "A Poisson model takes it as 'exposure': the name of the column, without its logarithm.",
  ],
]);

/** What does the same as a function of R or Python that is none here. */
export const formulaInstead = (name: string): string | undefined => forms.get(name);
