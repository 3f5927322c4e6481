import type { TestResult, ValueType, View } from '@columnist/contract';
import type { Adjustment } from '@columnist/statistics';
import { pythonCode } from '@columnist/tables/code/python-code';
import { rCode } from '@columnist/tables/code/r-code';
import type { TableRef } from '@columnist/tables/table/table-ref';
import { pythonLabels, pythonTexts, quoted, rLabels, rTexts } from '../snippets.ts';
import type { Answered, PartTest } from './tests-in.ts';

const inPython: Readonly<Record<Adjustment, string | null>> = {
  holm: 'holm',
  bonferroni: 'bonferroni',
  bh: 'fdr_bh',
  none: null,
};

/**
 * The code of every part over the rows of one reading: a loop where all parts have the same code, or
 * one after the other; then p adjusted. `all_rows` are the rows of the view, `d` those of a part.
 */
export function codeOfParts(
  table: TableRef,
  view: View | undefined,
  by: string,
  type: ValueType,
  adjust: Adjustment,
  answered: readonly Answered[],
  tests: readonly PartTest[],
): TestResult['code'] {
  const own = answered.map(({ part, view: asked, answer: { code } }) => ({
    label: part.label,
    r: after(rCode(table.columns, asked), code.r),
    python: after(pythonCode(table.columns, asked), code.python),
  }));
  const labels = own.map(({ label }) => label);
  const p = tests.map((test) => test.p);
  const rPart = (one: string): string => `d <- all_rows[which(of_part == ${one}), , drop = FALSE]`;
  const pythonPart = (one: string): string =>
    `d = all_rows[[label == ${one} for label in of_part]].copy()`;
  const isAlike = (language: 'r' | 'python'): boolean =>
    own.every((one) => one[language] === own[0]?.[language]);
  const r = [
    rCode(table.columns, view ?? {}),
    'all_rows <- d',
    `of_part <- ${rLabels(by, type)}`,
    ...(isAlike('r')
      ? [
          `for (part in ${rTexts(labels)}) {`,
          ...indented([rPart('part'), 'cat("\\n", part, "\\n", sep = "")', own[0]?.r ?? ''], '  '),
          '}',
        ]
      : own.flatMap((one) => ['', `# ${line(one.label)}`, rPart(quoted(one.label)), one.r])),
    ...(p.length === 0 || adjust === 'none'
      ? []
      : [`print(p.adjust(c(${p.join(', ')}), "${adjust === 'bh' ? 'BH' : adjust}"))`]),
    '',
  ];
  const python = [
    pythonCode(table.columns, view ?? {}),
    'all_rows = d',
    `of_part = ${pythonLabels(by, type)}`,
    ...(isAlike('python')
      ? [
          `for part in ${pythonTexts(labels)}:`,
          ...indented([pythonPart('part'), 'print(part)', own[0]?.python ?? ''], '    '),
        ]
      : own.flatMap((one) => [
          '',
          `# ${line(one.label)}`,
          pythonPart(quoted(one.label)),
          one.python,
        ])),
    ...(p.length === 0 || inPython[adjust] === null
      ? []
      : [
          'from statsmodels.stats.multitest import multipletests',
          `print(multipletests([${p.join(', ')}], method="${inPython[adjust]}")[1])`,
        ]),
    '',
  ];
  return { r: r.join('\n'), python: python.join('\n') };
}

/** What follows the reading of the rows. */
const after = (reading: string, code: string): string =>
  (code.startsWith(reading) ? code.slice(reading.length) : code).trim();

const line = (label: string): string => label.replaceAll(/\s+/g, ' ');

const indented = (texts: readonly string[], by: string): string[] =>
  texts.flatMap((text) => text.split('\n')).map((one) => (one === '' ? '' : `${by}${one}`));
