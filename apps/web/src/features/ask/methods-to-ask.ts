import { methods as registry, type DatasetColumn } from '@columnist/contract';
import { asks, methods } from '../results/methods.ts';
import { purposes } from '../../lib/purposes.ts';
import { choose } from '../results/test-question.ts';

/** A method that can be asked of a dataset. */
interface MethodToAsk {
  readonly key: string;
  readonly name: string;
  readonly kind: 'method' | 'study design' | 'question';
  /** Its name in the registry; a question has none. */
  readonly method?: string;
  /** The query of the address that asks it. */
  readonly address: (columns: readonly DatasetColumn[]) => Readonly<Record<string, string>>;
}

/** Every purpose and every method of the registry, where the browser asks it. */
export const methodsToAsk: readonly MethodToAsk[] = [
  ...purposes.map(({ key, name, says }): MethodToAsk => ({
    key: `purpose ${key}`,
    name: `${name}: ${says}`,
    kind: 'question',
    address: () => ({ tab: 'ask', purpose: key }),
  })),
  ...asks.flatMap((ask) =>
    methods[ask]
      .filter(({ definition }) => definition !== null)
      .map(({ method, name }): MethodToAsk => ({
        key: `${ask} ${method}`,
        method,
        name,
        kind: 'method',
        address: (columns) => ({
          tab: 'ask',
          test: JSON.stringify(choose({ ask, method, fields: {} }, method, columns)),
        }),
      })),
  ),
  ...registry.fitRegression.map(({ method, title }): MethodToAsk => ({
    key: `regression ${method}`,
    method,
    name: title,
    kind: 'method',
    address: () => ({ tab: 'ask', purpose: 'explain', method }),
  })),
  ...registry.calculatePower.map(({ method, title }): MethodToAsk => ({
    key: `power ${method}`,
    method,
    name: title,
    kind: 'study design',
    address: () => ({ tab: 'ask', purpose: 'power', design: method }),
  })),
];
