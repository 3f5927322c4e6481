export { andersonDarling as anderson_darling } from './anderson-darling.ts';
export { cramerVonMises as cramer_von_mises } from './cramer-von-mises.ts';
export { dagostinoK2 as dagostino_k2 } from './dagostino-k2.ts';
export { jarqueBera as jarque_bera } from './jarque-bera.ts';
export { lilliefors } from './lilliefors.ts';
export { shapiroWilk as shapiro_wilk } from './shapiro-wilk.ts';
