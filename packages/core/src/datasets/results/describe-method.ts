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

/** The tool that asks a method: anova is one of compare_groups, and one of calculate_power. */
const fullNames = everyMethod.map(([operation, method]) => {
  const tool = operations.datasets[operation].mcp.name;
  return { method, tool, full: `${tool}.${method.method}` };
});

/**
 * What a statistical method asks and takes, by its name or by that of its tool and its own
 * (calculate_power.anova). Throws not_found with the nearest names.
 */
export function describeMethod(
  ctx: ServiceContext,
  input: InputOf<(typeof operations)['datasets']['describeMethod']>,
): Promise<MethodDescription> {
  authorize(ctx, operations.datasets.describeMethod);
  const found =
    fullNames.find(({ full }) => full === input.method) ??
    fullNames.find(({ method: { method } }) => method === input.method);
  if (found === undefined) throw noMethod(input.method);
  const { method, tool } = found;
  const { method: name, title, tier, asks, r, example } = method;
  const others = fullNames.filter((one) => one.method.method === name && one !== found);
  return Promise.resolve({
    method: name,
    title,
    tool,
    others_of_this_name: others.map(({ full }) => full),
    tier,
    asks,
    in_r_or_python: r,
    parameters: parametersOf(method),
    example: operations.datasets.describeMethod.output.shape.example.parse(example),
  });
}

function noMethod(name: string): AppError {
  const known = [...new Set(everyMethod.map(([, { method }]) => method))];
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
