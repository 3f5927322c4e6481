export { factorialAnova as factorial_anova } from './factorial-anova.ts';
