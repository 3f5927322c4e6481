import { nearestNames, sayNames } from '../nearest-names.ts';
import { namesMeaning } from '../synonyms.ts';
import { checkFunction } from './check-function.ts';
import { checkOperator, isOperator } from './check-operator.ts';
import { isFunction, type ValueType } from './functions.ts';
import { needsBackticks } from './operators.ts';
import { refuseExpression } from './refuse-expression.ts';
import { refuseQuotedNames } from './refuse-quoted-names.ts';
import type { Expression, Span } from './syntax.ts';
import type { ExpressionColumn, Typed } from './typed.ts';

/**
 * Checks an expression against a dataset's columns. Throws invalid_expression with the place and
 * the nearest names.
 */
export function checkExpression(
  expression: Expression,
  columns: readonly ExpressionColumn[],
): Typed {
  const check = (node: Expression): Typed => {
    const { span } = node;
    switch (node.kind) {
      case 'number':
        return { kind: 'literal', type: 'number', value: node.text, span };
      case 'text':
        return { kind: 'literal', type: 'text', value: node.text, span };
      case 'boolean':
        return { kind: 'literal', type: 'boolean', value: node.value, span };
      case 'missing':
        return { kind: 'literal', type: 'missing', value: null, span };
      case 'column':
        return { kind: 'column', type: findType(node.name, span, columns), name: node.name, span };
      case 'list':
        return refuseExpression('A list can be only after in, or as the bounds of bin.', span, {
          fix: "Ask of each value: contains(x, 'a') or contains(x, 'b'); groups after by: are a list too.",
        });
      case 'call':
        return isOperator(node.name)
          ? checkOperator(node, node.name, check)
          : checkFunction(node, check);
    }
  };
  refuseQuotedNames(expression, columns);
  return check(expression);
}

function findType(name: string, span: Span, columns: readonly ExpressionColumn[]): ValueType {
  const column = columns.find((candidate) => candidate.name === name);
  if (column !== undefined) return column.type;
  const names = columns.map((candidate) => candidate.name);
  const call = callBehind(name, names);
  if (call !== undefined)
    return refuseExpression(`There is no column '${name.slice(0, 100)}'.`, span, {
      fix: `Write ${call}.`,
    });
  const suggestions = namesMeaning(name).includes('missing')
    ? ['missing']
    : nearestNames(name, names);
  const write = (known: string): string => (needsBackticks(known) ? `\`${known}\`` : known);
  const written = suggestions.map((suggestion) =>
    suggestion === 'missing' ? suggestion : write(suggestion),
  );
  const isWordForMissing =
    suggestions.includes('missing') && namesMeaning(name).includes('missing');
  const hint = written.length > 0 ? ` Did you mean ${written.join(' or ')}?` : '';
  return refuseExpression(`There is no column '${name.slice(0, 100)}'.${hint}`, span, {
    suggestions,
    fix: isWordForMissing
      ? "Ask 'is missing' or 'is present' behind a column."
      : `Use the exact name of a column; put texts in quotes.${
          suggestions.length > 0 ? '' : ` ${sayNames(names, write)}`
        }`,
  });
}

/**
 * What a name with dots means where its first or last word is a column: `at.dt.month` is month(at),
 * `orders.at` is at.
 */
function callBehind(name: string, columns: readonly string[]): string | undefined {
  const words = name.split('.');
  const [first = '', last = ''] = [words[0], words.at(-1)];
  if (words.length < 2) return undefined;
  const write = (column: string): string => (needsBackticks(column) ? `\`${column}\`` : column);
  if (columns.includes(first)) {
    const meant = isFunction(last) ? last : namesMeaning(last).find(isFunction);
    if (meant !== undefined) return `${meant}(${write(first)})`;
  }
  return columns.includes(last) ? write(last) : undefined;
}
