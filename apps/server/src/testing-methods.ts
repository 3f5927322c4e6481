import { everyMethod, operations, type Operation } from '@columnist/contract';

/** The table that the methods are asked about. */
export const birds = `mass,wing,bill,kind,sex,before,after,day,gappy\n${Array.from({ length: 60 }, (_, i) => `${3000 + 37 * ((i * 17) % 60)},${i % 9 === 0 ? 'NA' : 180 + ((i * 7) % 23)},${(30 + ((i * 13) % 41) / 10).toFixed(1)},${['gentoo', 'adelie', 'chinstrap'][i % 3]},${['female', 'male'][(i * i + (i % 5)) % 2]},${['low', 'high'][i % 2]},${['low', 'high', 'high', 'low', 'low'][i % 5]},${new Date(Date.UTC(2025, 0, 1 + i)).toISOString().slice(0, 10)},${i % 4 === 1 ? '' : (i * 31) % 47}`).join('\n')}\n`;

/** Every method of every statistical operation, with its name and its example. */
export const methodQuestions = (id: string): [string, Operation, Record<string, unknown>][] =>
  everyMethod.map(([name, { method, example }]) => {
    const operation: Operation = operations.datasets[name];
    return [
      `${operation.mcp?.name ?? ''}: ${method}`,
      operation,
      { ...(name === 'calculatePower' ? {} : { id }), method, ...example },
    ];
  });
