export { mannWhitney as mann_whitney } from './mann-whitney.ts';
export { permutation } from './permutation.ts';
export { studentT as student_t } from './student-t.ts';
export { tost } from './tost.ts';
export { welchT as welch_t } from './welch-t.ts';
