import { AppError } from '@columnist/contract';
import { run } from './run.ts';

/** What a command printed, said and ended with. */
export async function columnist(
  args: readonly string[],
  isTerminal = false,
  env: Readonly<Record<string, string>> = {},
  width?: number,
): Promise<{ code: number; out: string; said: string[] }> {
  let out = '';
  const said: string[] = [];
  const code = await run(args, {
    env,
    isTerminal,
    width,
    version: '1.2.3',
    signal: new AbortController().signal,
    print: (text) => (out += text),
    say: (text) => said.push(text),
  });
  return { code, out, said };
}
/** What a command that is refused says, and what it advises. */
export const refusal = async (
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<[string, string | undefined]> => {
  const error: unknown = await columnist(args, false, env).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof AppError)) throw new Error(`Not refused: ${args.join(' ')}`);
  return [error.message, error.details.fix];
};
