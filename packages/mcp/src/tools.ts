import {
  allOperations,
  toolsets,
  type McpTool,
  type Operation,
  type Scope as Granted,
  type Toolset,
} from '@columnist/contract';
import type { StandardSchemaWithJSON, ToolAnnotations } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { argumentsSchema, resultSchema } from './tool-schemas.ts';

/** An operation as agents see it. */
export interface Tool {
  readonly operation: Operation;
  readonly name: string;
  readonly toolset: Toolset;
  /** Whether it is asked of one dataset, by `id`. */
  readonly takesDataset: boolean;
  /** The fields that hold the id of a dataset, for which an agent may send its name. */
  readonly datasets: readonly string[];
  readonly title: string;
  readonly description: string;
  readonly inputSchema: StandardSchemaWithJSON;
  readonly outputSchema: StandardSchemaWithJSON;
  readonly annotations: ToolAnnotations;
}

/**
 * Which tools a server has: all, those of one dataset, those that only read, those of some sets.
 */
export interface Scope {
  /** Id of the only dataset; tools take none then. */
  readonly dataset?: string | undefined;
  readonly readOnly?: boolean | undefined;
  readonly toolsets?: readonly Toolset[] | undefined;
  /** What the credential may do; everything where left out. */
  readonly scopes?: readonly Granted[] | undefined;
}

export const isToolset = (name: string): name is Toolset => toolsets.some((one) => one === name);

/** Every operation of the contract that is meant for agents. */
export const tools: readonly Tool[] = allOperations.flatMap((operation) =>
  operation.mcp === undefined ? [] : [toolOf(operation, operation.mcp, false)],
);
const toolsOfOne: readonly Tool[] = allOperations.flatMap((operation) =>
  operation.mcp?.about !== 'one' ? [] : [toolOf(operation, operation.mcp, true)],
);

/** Those that can be used: what a scope rules out is not even listed. */
export function toolsIn({ dataset, readOnly, toolsets: wanted, scopes }: Scope): readonly Tool[] {
  return (dataset === undefined ? tools : toolsOfOne).filter(
    ({ toolset, annotations, operation: { access } }) =>
      (wanted?.includes(toolset) ?? true) &&
      (access === 'public' ||
        access.scope === undefined ||
        (scopes?.includes(access.scope) ?? true)) &&
      (readOnly !== true || annotations.readOnlyHint === true),
  );
}

function toolOf(
  operation: Operation,
  {
    name,
    toolset,
    title,
    description,
    example,
    destructive,
    image,
    brief,
    wholeView,
    required = [],
  }: McpTool,
  pinned: boolean,
): Tool {
  const readOnly = operation.kind === 'query';
  return {
    operation,
    name,
    toolset,
    takesDataset: takesId(operation.input),
    datasets: datasetsIn(operation.input),
    title,
    description:
      example === undefined ? description : `${description} Example: ${JSON.stringify(example)}`,
    inputSchema: argumentsSchema(operation.input, {
      required,
      without: pinned ? ['id'] : [],
      hasDetail: brief !== true,
      showsView: wholeView === true,
    }),
    outputSchema: resultSchema(operation.output, image === undefined ? [] : [image]),
    annotations: {
      readOnlyHint: readOnly,
      destructiveHint: destructive === true,
      idempotentHint: readOnly || destructive === true,
      openWorldHint: false,
    },
  };
}

/** `id`, and `other` where it is an id, not a column. */
function datasetsIn(input: z.ZodType): string[] {
  if (!takesId(input)) return [];
  const other = input instanceof z.ZodObject ? input.shape['other'] : undefined;
  const inner = other instanceof z.ZodExactOptional ? other.unwrap() : other;
  return inner instanceof z.ZodUUID ? ['id', 'other'] : ['id'];
}

function takesId(input: z.ZodType): boolean {
  if (input instanceof z.ZodDiscriminatedUnion)
    return input.options.every((option) => option instanceof z.ZodType && takesId(option));
  return input instanceof z.ZodObject && 'id' in input.shape;
}

/** The tools as a client lists them. */
export const catalogue = () =>
  tools.map(({ name, title, description, annotations, inputSchema, outputSchema }) => ({
    name,
    title,
    description,
    annotations,
    inputSchema: inputSchema['~standard'].jsonSchema.input({ target: 'draft-2020-12' }),
    outputSchema: outputSchema['~standard'].jsonSchema.output({ target: 'draft-2020-12' }),
  }));
