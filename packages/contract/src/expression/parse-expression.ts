import { sayForeignWord, signInstead } from './foreign-words.ts';
import { comparisonPower, notPower, operatorOf, signPower, words } from './operators.ts';
import { refuseExpression } from './refuse-expression.ts';
import { limits, scopes, type Expression, type Scope, type Span } from './syntax.ts';
import { isWord, shown, TokenCursor } from './token-cursor.ts';
import { tokenize, type Token } from './tokens.ts';

/**
 * Reads an expression by operator precedence (Pratt). Throws invalid_expression with the place, and
 * too_complex beyond the limits.
 */
export function parseExpression(source: string): Expression {
  if (source.length > limits.characters)
    return refuseExpression(`An expression has at most ${limits.characters} characters.`, {
      from: limits.characters,
      to: source.length,
    });
  return new Parser(tokenize(source)).whole();
}

class Parser {
  readonly #at: TokenCursor;
  #depth = 0;
  #nodes = 0;

  constructor(tokens: readonly Token[]) {
    this.#at = new TokenCursor(tokens);
  }

  whole(): Expression {
    if (this.#at.peek().kind === 'end')
      refuseExpression('Nothing is written here.', this.#at.peek(), {
        fix: "Write an expression, for example: fare > 30 and class in ('First', 'Second').",
      });
    const expression = this.#expression(0);
    const rest = this.#at.peek();
    if (rest.kind !== 'end') {
      refuseExpression(`${shown(rest)} does not fit here.`, rest, {
        fix: sayForeignWord(rest, this.#at.before()),
      });
    }
    return expression;
  }

  #made<Node extends Expression>(node: Node): Node {
    this.#nodes += 1;
    if (this.#nodes > limits.nodes)
      refuseExpression(`An expression has at most ${limits.nodes} parts.`, node.span, {
        fix: 'Derive a column for a part of it.',
      });
    return node;
  }

  #call(
    name: string,
    args: readonly Expression[],
    span: Span,
    by: readonly Expression[] = [],
    over?: Scope,
  ): Expression {
    return this.#made({
      kind: 'call',
      name,
      args,
      by,
      span,
      ...(over === undefined ? {} : { over }),
    });
  }

  #expression(power: number): Expression {
    this.#depth += 1;
    if (this.#depth > limits.depth)
      refuseExpression(`An expression is nested at most ${limits.depth} deep.`, this.#at.peek(), {
        fix: 'Derive a column for an inner part.',
      });
    let left = this.#prefix();
    for (;;) {
      const token = this.#at.peek();
      const operator = operatorOf(token);
      if (operator === undefined || operator.power <= power) break;
      this.#at.take();
      left = this.#infix(left, operator);
      if (
        operator.power === comparisonPower &&
        operatorOf(this.#at.peek())?.power === comparisonPower
      ) {
        refuseExpression('Comparisons do not chain.', this.#at.peek(), {
          fix: "Write 'x between low and high', or join two comparisons with 'and'.",
        });
      }
    }
    this.#depth -= 1;
    return left;
  }

  #infix(left: Expression, { name, power }: { name: string; power: number }): Expression {
    const joined = (operator: string, args: readonly Expression[]): Expression =>
      this.#call(operator, [left, ...args], {
        from: left.span.from,
        to: (args.at(-1) ?? left).span.to,
      });
    switch (name) {
      case 'in':
        return joined('in', [this.#members()]);
      case 'not in': {
        this.#at.expect('in', "'not'");
        return joined('not in', [this.#members()]);
      }
      case 'between': {
        const low = this.#expression(comparisonPower);
        this.#at.expect('and', "the lower end of 'between'");
        return joined('between', [low, this.#expression(comparisonPower)]);
      }
      case 'is': {
        const not = this.#at.accept('not') !== null;
        const token = this.#at.take();
        const missing = isWord(token, 'missing');
        if (!missing && !isWord(token, 'present'))
          refuseExpression(`${shown(token)} cannot follow 'is'.`, token, {
            fix: "Write 'is missing' or 'is present'.",
          });
        const span = { from: left.span.from, to: token.to };
        return this.#call(missing === not ? 'is present' : 'is missing', [left], span);
      }
      // Powers bind to the right: 2^3^2 is 2^9.
      case '^':
        return joined('^', [this.#expression(power - 1)]);
      default:
        return joined(name, [this.#expression(power)]);
    }
  }

  #members(): Expression {
    const open =
      this.#at.accept('(') ??
      this.#at.accept('[') ??
      refuseExpression("'in' is followed by values in brackets.", this.#at.peek(), {
        fix: "Write for example: in ('First', 'Second').",
      });
    return this.#list(open, open.text === '(' ? ')' : ']');
  }

  #list(open: Token, close: string): Expression {
    const items: Expression[] = [];
    do items.push(this.#expression(0));
    while (this.#at.accept(',') !== null);
    const { to } = this.#at.expect(close, 'the list');
    return this.#made({ kind: 'list', items, span: { from: open.from, to } });
  }

  #prefix(): Expression {
    const token = this.#at.take();
    const span = { from: token.from, to: token.to };
    switch (token.kind) {
      case 'number':
        return this.#made({ kind: 'number', text: token.text, span });
      case 'text':
        return this.#made({
          kind: 'text',
          text: token.text,
          ...(token.quote === '"' ? { inDoubleQuotes: true } : {}),
          span,
        });
      case 'column':
        return this.#made({ kind: 'column', name: token.text, span });
      case 'name':
        return this.#named(token, span);
      case 'symbol':
        return this.#opened(token, span);
      case 'end':
        return refuseExpression('The expression ends too early.', token, {
          fix: 'Write what should be here: a column, a value or a function.',
        });
    }
  }

  #named(token: Token, span: Span): Expression {
    const word = token.text.toLowerCase();
    if (
      this.#at.peek().text === '(' &&
      this.#at.peek().kind === 'symbol' &&
      !['not', 'and', 'or', 'in'].includes(word)
    )
      return this.#callOf(word, span);
    if (word === 'true' || word === 'false')
      return this.#made({ kind: 'boolean', value: word === 'true', span });
    if (word === 'missing') return this.#made({ kind: 'missing', span });
    if (word === 'not') {
      const inner = this.#expression(notPower);
      return this.#call('not', [inner], { from: span.from, to: inner.span.to });
    }
    if (words.has(word))
      return refuseExpression(`'${token.text}' is where a column or a value should be.`, span, {
        fix: `A column of this name is written \`${token.text}\`.`,
        ...(word === 'in' ? signInstead('%in%') : {}),
      });
    return this.#made({ kind: 'column', name: token.text, span });
  }

  #callOf(name: string, span: Span): Expression {
    this.#at.take();
    const args: Expression[] = [];
    const by: Expression[] = [];
    let over: Scope | undefined;
    while (this.#at.accept(')') === null) {
      if (args.length + by.length > 0 || over !== undefined) this.#at.expect(',', 'an argument');
      const named = this.#at.second();
      if (this.#at.peek().kind === 'name' && named !== undefined && isWord(named, ':')) {
        const label = this.#at.take();
        const which = label.text.toLowerCase();
        if (which !== 'by' && which !== 'over')
          refuseExpression(`There is no '${label.text}:' here.`, label, {
            fix: which.startsWith('order')
              ? "The order is that of 'sort' in the view; rank(-x) counts from the largest."
              : "Only 'by:' and 'over:' can be named.",
          });
        this.#at.take();
        if (which === 'over') {
          over = this.#scope();
        } else {
          const value = this.#expression(0);
          by.push(...(value.kind === 'list' ? value.items : [value]));
        }
      } else {
        args.push(this.#expression(0));
      }
    }
    const end = this.#at.takenTo() ?? span.to;
    return this.#call(name, args, { from: span.from, to: end }, by, over);
  }

  #scope(): Scope {
    const token = this.#at.take();
    const scope = scopes.find((one) => isWord(token, one));
    return (
      scope ??
      refuseExpression(`${shown(token)} cannot follow 'over:'.`, token, {
        fix: "Write 'over: all' for every row before the filter, or 'over: view' for the rows in use of all groups.",
      })
    );
  }

  #opened(token: Token, span: Span): Expression {
    if (token.text === '(') {
      const inner = this.#expression(0);
      this.#at.expect(')', 'what is in brackets');
      return inner;
    }
    if (token.text === '[') return this.#list(token, ']');
    if (token.text === '-' || token.text === '+') {
      const inner = this.#expression(signPower);
      return token.text === '+'
        ? inner
        : this.#call('negative', [inner], { from: span.from, to: inner.span.to });
    }
    return refuseExpression(
      `'${token.text}' is where a column or a value should be.`,
      span,
      signInstead(token.text),
    );
  }
}
