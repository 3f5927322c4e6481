import { cssVariables } from '@columnist/design';
import { virtualModule } from './virtual-module.ts';

/** The design as CSS variables. */
export const variables = virtualModule('virtual:variables.css', cssVariables);
