import { methods as registry, type DatasetColumn } from '@columnist/contract';
import { asks, methods, tabOf } from '../results/methods.ts';
import { choose } from '../results/test-question.ts';

/** A method that can be asked of a dataset. */
interface MethodToAsk {
  readonly key: string;
  readonly name: string;
  readonly kind: 'method' | 'study design';
  /** The query of the address that asks it. */
  readonly address: (columns: readonly DatasetColumn[]) => Readonly<Record<string, string>>;
}

/** Every method of the registry, where the browser asks it. */
export const methodsToAsk: readonly MethodToAsk[] = [
  ...asks.flatMap((ask) =>
    methods[ask]
      .filter(({ definition }) => definition !== null)
      .map(({ method, name }): MethodToAsk => ({
        key: `${ask} ${method}`,
        name,
        kind: 'method',
        address: (columns) => ({
          tab: tabOf(ask),
          test: JSON.stringify(choose({ ask, method, fields: {} }, method, columns)),
        }),
      })),
  ),
  ...registry.fitRegression.map(({ method, title }): MethodToAsk => ({
    key: `regression ${method}`,
    name: title,
    kind: 'method',
    address: () => ({ tab: 'regression', method }),
  })),
  ...registry.calculatePower.map(({ method, title }): MethodToAsk => ({
    key: `power ${method}`,
    name: title,
    kind: 'study design',
    address: () => ({ tab: 'tests', panel: 'power', design: method }),
  })),
];
