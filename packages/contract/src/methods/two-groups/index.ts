export { mannWhitney } from './mann-whitney.ts';
export { permutation } from './permutation.ts';
export { studentT } from './student-t.ts';
export { tost } from './tost.ts';
export { welchT } from './welch-t.ts';
