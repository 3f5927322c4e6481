export { cronbachAlpha } from './cronbach-alpha.ts';
