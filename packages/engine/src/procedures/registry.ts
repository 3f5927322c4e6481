import type { methods } from '@columnist/contract';
import type { Procedure } from './define-procedure.ts';
import { andersonDarling } from './normality/anderson-darling.ts';
import { dagostinoK2 } from './normality/dagostino-k2.ts';
import { jarqueBera } from './normality/jarque-bera.ts';
import { lilliefors } from './normality/lilliefors.ts';
import { shapiroWilk } from './normality/shapiro-wilk.ts';
import type { DistributionTestOptions } from '@columnist/contract';

/** Names of the methods of a family. */
type Named<Family extends string> = Extract<
  (typeof methods.testDistribution)[number],
  { readonly family: Family }
>['method'];

/** Tests of normality; one is missing here where the contract defines it alone. */
export const normalityProcedures = {
  shapiro_wilk: shapiroWilk,
  anderson_darling: andersonDarling,
  lilliefors,
  jarque_bera: jarqueBera,
  dagostino_k2: dagostinoK2,
} satisfies {
  readonly [Method in Named<'normality'>]: Procedure<
    Extract<DistributionTestOptions, { method: Method }>
  >;
};
