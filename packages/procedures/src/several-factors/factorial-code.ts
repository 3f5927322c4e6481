import type { Snippet } from '../finding.ts';

interface Tests {
  readonly type: 1 | 2 | 3;
  readonly terms: readonly { readonly factors: readonly string[]; readonly isTested: boolean }[];
  /** Whether every combination of groups has rows. */
  readonly isWhole: boolean;
  /** The residual sum of squares. */
  readonly rss: number;
}

/** The tests of terms and the p of the last, in place of the whole model's. */
export function withTerms(code: Snippet, { type, terms, isWhole, rss }: Tests): Snippet {
  const r = code.r.slice(
    0,
    code.r.findIndex((line) => line.startsWith('f <- ')),
  );
  const fitted = code.python.findIndex((line) => line.startsWith('fit = ')) + 1;
  const python = code.python.slice(0, fitted);
  // What is asked of the whole model once it is fitted.
  const means = code.python.slice(
    fitted,
    code.python.findIndex((line) => line.startsWith('result = ')),
  );
  if (!isWhole && type !== 1) {
    const compared = byComparisons({ r, python }, { type, terms });
    return { r: compared.r, python: [...compared.python, ...means] };
  }
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
      ...inUnits(tests, type === 1 ? Infinity : rss),
      'print(terms)',
      `result <- list(p.value = terms[["Pr(>F)"]][${terms.length + (type === 3 ? 1 : 0)}])`,
      'print(result)',
    ],
    python: [...(type === 1 ? nested : whole), ...means],
  };
}

/** Below the root of the machine's precision `car::Anova` takes a sum of squares for 0. */
const smallest = 1e-7;

/** The tests, of a response whose squares are small in units of its own. */
function inUnits(tests: string, rss: number): string[] {
  if (rss >= smallest) return [tests];
  const unit = 10 ** Math.floor(Math.log10(rss) / 2);
  return [
    '# car::Anova() takes small sums of squares for 0: y is in larger units for it.',
    `m$y <- m$y / ${unit}; fit <- update(fit)`,
    tests,
    `terms[["Sum Sq"]] <- terms[["Sum Sq"]] * ${unit}^2`,
  ];
}

/**
 * Where a combination of groups has no rows, the tables of both languages count the degrees of
 * freedom of columns that the model leaves out: each term is tested by two models, with the error
 * of the whole.
 */
function byComparisons(
  { r, python }: Snippet,
  { type, terms }: Pick<Tests, 'type' | 'terms'>,
): Snippet {
  const written =
    /(?<=^fit = smf\.ols\("y ~ 1 \+ ).*(?=", m\))/m.exec(python.join('\n'))?.[0] ?? '';
  const names = written.split(' + ');
  const contains = (one: number, other: number): boolean =>
    terms[other]?.factors.every((name) => terms[one]?.factors.includes(name)) === true;
  const givenTo = (i: number): string[] =>
    names.filter((_, other) => other !== i && (type === 3 || !contains(other, i)));
  const tested = names.flatMap((name, i) => {
    if (terms[i]?.isTested !== true) return [];
    const less = ['1', ...givenTo(i)].join(' + ');
    return [{ name, less: `y ~ ${less}`, more: `y ~ ${less} + ${name}` }];
  });
  const note =
    type === 3
      ? [
          '# A combination has no rows: tests of type III of the other terms do not follow from the data.',
        ]
      : [];
  const [last] = tested.slice(-1);
  const isLast = last !== undefined && last.name === names.at(-1);
  return {
    r: [
      ...r,
      ...note,
      'by <- function(formula) lm(formula, data = m, tol = 1e-13)',
      'test <- function(less, more) {',
      '  df <- df.residual(less) - df.residual(more)',
      '  f <- (deviance(less) - deviance(more)) / df / (deviance(fit) / df.residual(fit))',
      '  c(SS = deviance(less) - deviance(more), df = df, F = f, p = pf(f, df, df.residual(fit), lower.tail = FALSE))',
      '}',
      `terms <- rbind(${tested.map(({ name, less, more }) => `"${name}" = test(by(${less}), by(${more}))`).join(', ')})`,
      'print(terms)',
      `result <- list(p.value = ${isLast ? `terms[["${last.name}", "p"]]` : 'NA'})`,
      'print(result)',
    ],
    python: [
      'from scipy import stats',
      ...python,
      ...note,
      'def test(less, more):',
      '    less, more = smf.ols(less, m).fit(), smf.ols(more, m).fit()',
      '    df = less.df_resid - more.df_resid',
      '    f = (less.ssr - more.ssr) / df / fit.mse_resid',
      '    return less.ssr - more.ssr, df, f, stats.f.sf(f, df, fit.df_resid)',
      '',
      `terms = pd.DataFrame({${tested.map(({ name, less, more }) => `"${name}": test("${less}", "${more}")`).join(', ')}}, index=["SS", "df", "F", "p"]).T`,
      'print(terms)',
      `result = ${isLast ? `terms.loc["${last.name}", "p"]` : 'float("nan")'}`,
      'print(result)',
    ],
  };
}
