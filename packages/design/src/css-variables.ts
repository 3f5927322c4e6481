import { contrast } from './contrast.ts';
import { charts, colors, fonts, shadows, type Mode } from './tokens.ts';

/** Contrast that text needs, by WCAG 2.2 AA. */
const readable = 4.5;

const best = (ground: string, inks: readonly string[]): string =>
  inks.reduce((found, ink) => (contrast(ground, ink) > contrast(ground, found) ? ink : found));

/**
 * What is read on a coloured ground: the ink or the paper of the theme, or black or white where
 * neither is clear enough.
 */
function inkOn(ground: string, mode: Mode): string {
  const { ink, paper } = colors[mode];
  const own = best(ground, [ink, paper]);
  return contrast(ground, own) >= readable ? own : best(ground, ['#000000', '#ffffff']);
}

type Variable = readonly [name: string, value: string];

/** The steps of a scale, each with the ink that is read on it. */
const steps = (letter: string, scale: readonly string[], mode: Mode): Variable[] =>
  scale.flatMap((color, i): Variable[] => [
    [`${letter}${i}`, color],
    [`${letter}i${i}`, inkOn(color, mode)],
  ]);

const variablesOf = (mode: Mode): Variable[] => [
  ['sh1', shadows[mode].low],
  ['sh2', shadows[mode].high],
  ['edge', shadows[mode].edge],
  ...Object.entries(colors[mode]),
  ...charts[mode].category.map((color, i): Variable => [`c${i + 1}`, color]),
  ...steps('s', charts[mode].sequential, mode),
  ...steps('d', charts[mode].diverging, mode),
];

const rule = (selector: string, lines: readonly string[]): string =>
  `${selector} {\n${lines.map((line) => `  ${line};\n`).join('')}}\n`;
const said = (variables: readonly Variable[]): string[] =>
  variables.map(([name, value]) => `--${name}: ${value}`);

const faces = rule(':root', said(Object.entries(fonts)));
const themed = (selector: string, mode: Mode): string =>
  rule(selector, [`color-scheme: ${mode}`, ...said(variablesOf(mode))]);

/** Faces and colours as CSS variables, of the theme that data-theme of the document names. */
export const cssVariables = (): string =>
  `${faces}${themed(":root,\n[data-theme='light']", 'light')}${themed("[data-theme='dark']", 'dark')}`;

/** The same by the theme of the reader's system. */
export const cssVariablesBySystem = (): string =>
  `${faces}${themed(':root', 'light')}@media (prefers-color-scheme: dark) {\n${themed(':root', 'dark')}}\n`;
