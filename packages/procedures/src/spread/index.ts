export { bartlett } from './bartlett.ts';
export { brownForsythe as brown_forsythe } from './brown-forsythe.ts';
export { flignerKilleen as fligner_killeen } from './fligner-killeen.ts';
export { levene } from './levene.ts';
