import type { ComparisonOptions, ValueType } from '@columnist/contract';
import { pythonCode } from '../code/python-code.ts';
import { rCode } from '../code/r-code.ts';
import type { TableColumn } from '../columns/table-column.ts';

const quoted = (text: string): string => JSON.stringify(text);

interface Groups {
  readonly names: readonly string[];
  readonly groupType: ValueType;
}

/** A group as its name is written in answers. */
const rLabel = (column: string, type: ValueType): string =>
  type === 'boolean' ? `tolower(as.character(${column}))` : type === 'datetime' ? `format(${column}, "%Y-%m-%dT%H:%M:%S")` : `as.character(${column})`;
const pythonLabels: Readonly<Record<ValueType, string>> = {
  number: 'repr(float(v)).removesuffix(".0")', boolean: 'str(bool(v)).lower()', date: 'v.strftime("%Y-%m-%d")', datetime: 'v.strftime("%Y-%m-%dT%H:%M:%S")', time: 'v', text: 'v', missing: 'v',
};

/** R and Python code that reads the data, does what the view does, and gives the same figures; SciPy and statsmodels for the tests. */
export function comparisonCode(table: readonly TableColumn[], input: ComparisonOptions, { names, groupType }: Groups, exact: boolean): { r: string; python: string } {
  const view = input.view ?? {};
  return { r: `${rCode(table, view)}\n${rTest(input, names, groupType, exact)}`, python: `${pythonCode(table, view)}\n${pythonTest(input, names, groupType, exact)}` };
}

function rTest(input: ComparisonOptions, groups: readonly string[], type: ValueType, exact: boolean): string {
  const { method, confidence_level: level } = input;
  const lines = [`value <- d[[${quoted(input.value)}]]`, `group <- factor(${rLabel(`d[[${quoted(input.group)}]]`, type)}, levels = c(${groups.map(quoted).join(', ')}))`, 'used <- is.finite(value) & !is.na(group)', 'value <- value[used]; group <- group[used]'];
  const pair = 'value[group == levels(group)[1]], value[group == levels(group)[2]]';
  const alternative = 'alternative' in input ? `, alternative = ${quoted(input.alternative.replace('_', '.'))}` : '';
  const test = {
    welch_t: `t.test(${pair}${alternative}, conf.level = ${level})`,
    student_t: `t.test(${pair}, var.equal = TRUE${alternative}, conf.level = ${level})`,
    mann_whitney: `wilcox.test(${pair}${alternative}, exact = ${exact ? 'TRUE' : 'FALSE'})`,
    anova: 'oneway.test(value ~ group, var.equal = TRUE)',
    welch_anova: 'oneway.test(value ~ group)',
    kruskal_wallis: 'kruskal.test(value ~ group)',
  }[method];
  return [...lines, `result <- ${test}`, 'print(result)', ''].join('\n');
}

function pythonTest(input: ComparisonOptions, groups: readonly string[], type: ValueType, exact: boolean): string {
  const { method } = input;
  const lines = [
    'from scipy import stats',
    ...(method === 'welch_anova' ? ['from statsmodels.stats.oneway import anova_oneway'] : []),
    '',
    `value = pd.to_numeric(d[${quoted(input.value)}]).astype(float)`,
    `label = [None if pd.isna(v) else ${pythonLabels[type]} for v in d[${quoted(input.group)}]]`,
    `groups = [value[np.array([one == name for one in label]) & np.isfinite(value)].to_numpy() for name in [${groups.map(quoted).join(', ')}]]`,
  ];
  const alternative = 'alternative' in input ? `, alternative=${quoted(input.alternative.replace('_', '-'))}` : '';
  const test = {
    welch_t: `stats.ttest_ind(*groups, equal_var=False${alternative})`,
    student_t: `stats.ttest_ind(*groups${alternative})`,
    mann_whitney: `stats.mannwhitneyu(*groups, method=${exact ? '"exact"' : '"asymptotic"'}${alternative})`,
    anova: 'stats.f_oneway(*groups)',
    welch_anova: 'anova_oneway(groups, use_var="unequal")',
    kruskal_wallis: 'stats.kruskal(*groups)',
  }[method];
  return [...lines, `result = ${test}`, 'print(result)', ''].join('\n');
}
