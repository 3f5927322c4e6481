export { cohenKappa } from './cohen-kappa.ts';
export { mcnemar } from './mcnemar.ts';
