import { readPattern } from '../reading/read-pattern.ts';
import { refuseExpression } from './refuse-expression.ts';
import type { FunctionName } from './functions.ts';
import type { Typed } from './typed.ts';

/** Checks a pattern that is written out, and what the other arguments say of its groups. */
export function checkPattern(name: FunctionName, args: readonly Typed[]): void {
  const [, pattern, third] = args;
  if (pattern === undefined) return;
  const { groups, canBeEmpty } = readPattern(textOf(pattern), (message) =>
    refuseExpression(message, pattern.span),
  );
  const groupsOf = `The pattern has ${groups === 0 ? 'no group' : groups === 1 ? '1 group' : `${groups} groups`} in brackets.`;
  if (name === 'extract' && third !== undefined && Number(textOf(third)) > groups)
    refuseExpression(groupsOf, third.span);
  if (name !== 'replace_matches' || third === undefined) return;
  if (canBeEmpty)
    refuseExpression(
      'What may be empty is between all characters, and cannot be replaced.',
      pattern.span,
    );
  for (const [, sign = ''] of textOf(third).matchAll(/\\(.?)/gsu)) {
    if (!/^[1-9\\]$/.test(sign))
      refuseExpression(
        'In a replacement \\1 to \\9 are groups, and \\\\ is a backslash.',
        third.span,
      );
    if (Number(sign) > groups) refuseExpression(groupsOf, third.span);
  }
}

const textOf = (node: Typed): string => (node.kind === 'literal' ? String(node.value) : '');
