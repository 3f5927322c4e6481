export { andersonDarling } from './anderson-darling.ts';
export { cramerVonMises } from './cramer-von-mises.ts';
export { dagostinoK2 } from './dagostino-k2.ts';
export { jarqueBera } from './jarque-bera.ts';
export { lilliefors } from './lilliefors.ts';
export { shapiroWilk } from './shapiro-wilk.ts';
