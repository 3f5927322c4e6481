export { bartlett } from './bartlett.ts';
export { brownForsythe } from './brown-forsythe.ts';
export { flignerKilleen } from './fligner-killeen.ts';
export { levene } from './levene.ts';
