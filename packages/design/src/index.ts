export { charts, colors, fonts, mask, modes, shadows, type Mode } from './tokens.ts';
export { cssVariables, cssVariablesBySystem } from './css-variables.ts';
