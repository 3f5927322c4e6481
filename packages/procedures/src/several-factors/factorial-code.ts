import type { Snippet } from '../finding.ts';

/** The tests of terms and the p of the last, in place of the whole model's. */
export function withTerms(code: Snippet, type: 1 | 2 | 3, terms: number): Snippet {
  const r = code.r.slice(
    0,
    code.r.findIndex((line) => line.startsWith('f <- ')),
  );
  const python = code.python.slice(
    0,
    code.python.findIndex((line) => line.startsWith('fit = ')) + 1,
  );
  const tests = {
    1: 'terms <- anova(fit)',
    2: 'terms <- car::Anova(fit, type = 2)',
    3:
      'groups <- names(Filter(is.factor, m)); fit <- update(fit, contrasts = ' +
      'setNames(rep(list("contr.sum"), length(groups)), groups)); terms <- car::Anova(fit, ' +
      'type = 3)',
  }[type];
  const isGroup = (name: string): boolean =>
    python.some((line) => line.startsWith(`m["${name}"] = pd.Categorical`));
  const change = (how: (formula: string) => string): string[] =>
    python.map((line) => line.replace(/(?<=^fit = smf\.ols\(").*(?=", m\))/, how));
  // Python's formulas put numbers behind groups, so a test in their order is one of two nested
  // models there.
  const nested = [
    ...change((formula) => formula.slice(0, formula.lastIndexOf(' + '))),
    'before = fit',
    ...python.slice(-1),
    'result = sm.stats.anova_lm(before, fit)["Pr(>F)"].iloc[1]',
    'print(result)',
  ];
  const fitting =
    type === 3
      ? change((formula) =>
          formula.replaceAll(/\bx\d+\b/g, (name) => (isGroup(name) ? `C(${name}, Sum)` : name)),
        )
      : python;
  const lastTerm =
    /(?<=^fit = smf\.ols\(".* \+ )[^+]*(?=", m\))/m.exec(fitting.join('\n'))?.[0] ?? '';
  const whole = [
    ...fitting,
    `terms = sm.stats.anova_lm(fit, typ=${type})`,
    'print(terms)',
    `result = terms.loc["${lastTerm}", "PR(>F)"]`,
    'print(result)',
  ];
  return {
    r: [
      ...r,
      tests,
      'print(terms)',
      `result <- list(p.value = terms[["Pr(>F)"]][${terms + (type === 3 ? 1 : 0)}])`,
      'print(result)',
    ],
    python: type === 1 ? nested : whole,
  };
}
