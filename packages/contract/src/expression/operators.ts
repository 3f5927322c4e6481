import type { Token } from './tokens.ts';

/** How tightly operators bind; comparisons do not chain. */
const binary = new Map(
  Object.entries({
    or: { power: 1, name: 'or' },
    and: { power: 2, name: 'and' },
    '=': { power: 4, name: '=' },
    '==': { power: 4, name: '=' },
    '!=': { power: 4, name: '!=' },
    '<>': { power: 4, name: '!=' },
    '<': { power: 4, name: '<' },
    '<=': { power: 4, name: '<=' },
    '>': { power: 4, name: '>' },
    '>=': { power: 4, name: '>=' },
    in: { power: 4, name: 'in' },
    not: { power: 4, name: 'not in' },
    between: { power: 4, name: 'between' },
    is: { power: 4, name: 'is' },
    '+': { power: 5, name: '+' },
    '-': { power: 5, name: '-' },
    '*': { power: 6, name: '*' },
    '/': { power: 6, name: '/' },
    '%': { power: 6, name: '%' },
    '^': { power: 8, name: '^' },
  }),
);
/** How tightly `not`, a comparison and a sign bind. */
export const notPower = 3;
export const comparisonPower = 4;
export const signPower = 7;
/** Words that cannot be the name of a column without backticks. */
export const words = new Set([
  'and',
  'or',
  'not',
  'in',
  'between',
  'is',
  'true',
  'false',
  'missing',
  'present',
]);

/** Whether a column of this name has to be in backticks. */
export const needsBackticks = (column: string): boolean =>
  !/^[\p{L}_][\p{L}\p{M}\p{N}_.]*$/u.test(column) || words.has(column.toLowerCase());

/** The operator that a token between two operands is; undefined where it is none. */
export const operatorOf = (token: Token) =>
  token.kind === 'symbol' || token.kind === 'name'
    ? binary.get(token.text.toLowerCase())
    : undefined;
