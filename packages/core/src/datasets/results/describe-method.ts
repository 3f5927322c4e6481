import {
  AppError,
  everyMethod,
  nearestNames,
  operations,
  parametersOf,
  type InputOf,
  type MethodDescription,
} from '@columnist/contract';
import { authorize, type ServiceContext } from '../../context.ts';

/** What a statistical method asks and takes. Throws not_found with the nearest names. */
export function describeMethod(
  ctx: ServiceContext,
  input: InputOf<(typeof operations)['datasets']['describeMethod']>,
): Promise<MethodDescription> {
  authorize(ctx, operations.datasets.describeMethod);
  const found = everyMethod.find(([, { method }]) => method === input.method);
  if (found === undefined) throw noMethod(input.method);
  const [operation, method] = found;
  const { method: name, title, tier, asks, r, example } = method;
  return Promise.resolve({
    method: name,
    title,
    tool: operations.datasets[operation].mcp.name,
    tier,
    asks,
    in_r_or_python: r,
    parameters: parametersOf(method),
    example: operations.datasets.describeMethod.output.shape.example.parse(example),
  });
}

function noMethod(name: string): AppError {
  const known = everyMethod.map(([, { method }]) => method);
  const suggestions = nearestNames(name, known);
  const hint =
    suggestions.length > 0
      ? ` Did you mean ${suggestions.map((one) => `'${one}'`).join(' or ')}?`
      : '';
  return new AppError('not_found', `There is no method '${name}'.${hint}`, {
    suggestions,
    fix: `Methods are ${known.join(', ')}.`,
  });
}
