export { cohenKappa as cohen_kappa } from './cohen-kappa.ts';
export { mcnemar } from './mcnemar.ts';
