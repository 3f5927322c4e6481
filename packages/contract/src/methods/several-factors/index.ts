export { factorialAnova } from './factorial-anova.ts';
