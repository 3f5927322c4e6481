export { cronbachAlpha as cronbach_alpha } from './cronbach-alpha.ts';
