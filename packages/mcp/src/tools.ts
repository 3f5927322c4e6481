import { allOperations, type McpTool, type Operation } from '@columnist/contract';
import type { StandardSchemaWithJSON, ToolAnnotations } from '@modelcontextprotocol/server';
import { argumentsSchema, resultSchema } from './tool-schemas.ts';

/** An operation as agents see it. */
export interface Tool {
  readonly operation: Operation;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: StandardSchemaWithJSON;
  readonly outputSchema: StandardSchemaWithJSON;
  readonly annotations: ToolAnnotations;
}

/** Every operation of the contract that is meant for agents. */
export const tools: readonly Tool[] = allOperations.flatMap((operation) => (operation.mcp === undefined ? [] : [toolOf(operation, operation.mcp)]));

function toolOf(operation: Operation, { name, title, description, destructive }: McpTool): Tool {
  const readOnly = operation.kind === 'query';
  return {
    operation,
    name,
    title,
    description,
    inputSchema: argumentsSchema(operation.input),
    outputSchema: resultSchema(operation.output),
    annotations: { title, readOnlyHint: readOnly, destructiveHint: destructive === true, idempotentHint: readOnly || destructive === true, openWorldHint: false },
  };
}
