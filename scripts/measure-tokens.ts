import { catalogue } from '@columnist/mcp';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';

/**
 * What the tools cost an agent before it has asked anything: tokens of names, descriptions, input
 * and output schemas.
 *   pnpm measure:tokens      prints each tool; fails beyond the limit
 */
const limit = 14_000;
const rows = catalogue().map((tool) => ({
  tool: tool.name,
  description: countTokens(tool.description),
  input: countTokens(JSON.stringify(tool.inputSchema)),
  output: countTokens(JSON.stringify(tool.outputSchema)),
  whole: countTokens(JSON.stringify(tool)),
}));
console.table(rows);
const total = rows.reduce((sum, { whole }) => sum + whole, 0);
console.log(`${rows.length} tools cost ${total} tokens (o200k_base); the limit is ${limit}.`);
if (total > limit) process.exitCode = 1;
