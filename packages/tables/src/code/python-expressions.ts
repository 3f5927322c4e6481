// Each function of the language in a line or two, and so one file.
import {
  dateFormatOf,
  timeFormatOf,
  type DateFormat,
  durationForm,
  durationUnits,
  type Typed,
} from '@columnist/contract';
import { intervalLabels } from '../views/interval-labels.ts';
import {
  edgesOf,
  ExpressionWriter,
  numberReading,
  patternOf,
  type Call,
} from './expression-writer.ts';
import { pythonHelpers, type PythonHelper } from './python-helpers.ts';
import { pythonPattern, pythonReplacement } from './python-patterns.ts';
import { column, list, sorting, text } from './python-syntax.ts';

const comparisons: Readonly<Record<string, string>> = {
  '=': 'eq',
  '!=': 'ne',
  '<': 'lt',
  '<=': 'le',
  '>': 'gt',
  '>=': 'ge',
};

/** Expressions in Python. */
export class PythonExpressions extends ExpressionWriter<PythonHelper> {
  constructor() {
    super(pythonHelpers);
  }

  override write(node: Typed): string {
    if (node.kind === 'column') return column(node.name);
    if (node.kind === 'call') return this.#call(node);
    if (node.value === null) return 'None';
    switch (node.type) {
      case 'number':
        return /^\d+$/.test(String(node.value))
          ? `${String(node.value).replace(/^0+(?=\d)/, '')}.0`
          : String(node.value);
      case 'boolean':
        return node.value === true ? 'True' : 'False';
      case 'date':
      case 'datetime':
        return `pd.Timestamp(${text(String(node.value))})`;
      default:
        return text(String(node.value));
    }
  }

  /** Values of a call as pandas keeps their type. */
  #typed(node: Call, code: string): string {
    if (node.type === 'number') return `${this.use('numbers')}(${code})`;
    if (node.type === 'boolean') return `${this.use('truth')}(${code})`;
    return node.type === 'date' || node.type === 'datetime'
      ? `${this.use('moments')}(${code})`
      : code;
  }

  #call(node: Call): string {
    const { name } = node;
    const args = node.args.map((arg) => this.write(arg));
    const [x = '', y = '', z = ''] = args;
    const helper = (of: PythonHelper, ...given: readonly string[]): string =>
      this.call(of, ...given);
    const number = (code: string): string => helper('numbers', code);
    const comparison = (left: string, sign: string, right: string): string =>
      helper('compare', left, text(comparisons[sign] ?? sign), right);
    const truth = (i: number): string =>
      node.args[i]?.kind === 'literal' ? helper('truth', args[i] ?? '') : (args[i] ?? '');
    const over = (how: string): string =>
      this.#typed(
        node,
        helper(
          'over',
          how,
          // row_number reads no column.
          node.args[0] === undefined ? '1' : node.args[0].type === 'number' ? number(x) : x,
          ...node.by.map((by) => this.write(by)),
          ...(this.followsOrder(name)
            ? [`places=d.reset_index(drop=True).sort_values(${sorting(this.order)}).index`]
            : []),
        ),
      );
    const method = (of: string): string => over(`lambda v: v.${of}`);
    const part = (of: string): string => `${helper('moments', x)}.dt.${of}`;
    const each = (how: string, ...given: readonly string[]): string =>
      helper('each', how, ...given);
    switch (name) {
      case '+':
      case '-':
      case '*':
        return `(${number(x)} ${name} ${number(y)})`;
      case '=':
      case '!=':
      case '<':
      case '<=':
      case '>':
      case '>=':
        return comparison(x, name, y);
      case '/':
        return helper('divide', x, y);
      case '%':
        return helper('remainder', x, y);
      case '^':
        return helper('power', x, y);
      case 'negative':
        return node.args[0]?.kind === 'literal' ? `-${x}` : `(-${number(x)})`;
      case 'and':
        return `(${truth(0)} & ${truth(1)})`;
      case 'or':
        return `(${truth(0)} | ${truth(1)})`;
      case 'not':
        return `~${truth(0)}`;
      case 'between':
        return `(${comparison(x, '>=', y)} & ${comparison(x, '<=', z)})`;
      case 'in':
        return this.#among(node, args, comparison);
      case 'not in':
        return `~${this.#among(node, args, comparison)}`;
      case 'is missing':
        return helper('truth', `${helper('full', x)}.isna()`);
      case 'is present':
        return helper('truth', `${helper('full', x)}.notna()`);
      case 'if':
        return this.#typed(node, helper('pick', `${helper('full', x)}.isna()`, 'None', ...args));
      case 'case':
        return this.#typed(node, helper('pick', ...args));
      case 'coalesce':
        return this.#typed(
          node,
          helper('pick', ...args.flatMap((arg) => [`${helper('full', arg)}.notna()`, arg]), 'None'),
        );
      case 'abs':
      case 'sign':
      case 'sqrt':
      case 'exp':
      case 'floor':
      case 'ceil':
        return `np.${name}(${number(x)})`;
      case 'log':
      case 'log10':
      case 'log2':
        return helper('above_zero', `np.${name}`, x);
      case 'round':
        return helper('round_half', x, y === '' ? '0' : y.replace('.0', ''));
      case 'least':
        return args.map(number).reduce((a, b) => `np.minimum(${a}, ${b})`);
      case 'greatest':
        return args.map(number).reduce((a, b) => `np.maximum(${a}, ${b})`);
      case 'bin': {
        const edges = edgesOf(node);
        return helper('interval', number(x), list(edges), list(intervalLabels(edges).map(text)));
      }
      case 'lower':
        return each('str.lower', x);
      case 'upper':
        return each('str.upper', x);
      case 'trim':
        return each('lambda s: s.strip(" \\t\\r\\n")', x);
      case 'length':
        return number(each('len', x));
      case 'substr': {
        const from = Math.max(0, Number(y) - 1);
        return each(
          `lambda s: s[${from}:${z === '' ? '' : Math.max(0, Number(y) - 1 + Number(z))}]`,
          x,
        );
      }
      case 'part':
        return helper('part_of', x, y, String(Number(z)), String(Number(z)));
      case 'part_from':
        return helper('part_of', x, y, String(Math.max(1, Number(z))), 'None');
      case 'replace':
        return each(`lambda s: s.replace(${y}, ${z})`, x);
      case 'concat':
        return each('lambda *s: "".join(s)', ...args);
      case 'contains':
        return helper('truth', each('lambda s, t: t.lower() in s.lower()', x, y));
      case 'starts_with':
        return helper('truth', each('lambda s, t: s.lower().startswith(t.lower())', x, y));
      case 'ends_with':
        return helper('truth', each('lambda s, t: s.lower().endswith(t.lower())', x, y));
      case 'matches':
        return helper('truth', each(`lambda s: bool(re.search(${pythonPattern(node)}, s))`, x));
      case 'extract':
        return helper('first_match', x, pythonPattern(node), z === '' ? '0' : String(Number(z)));
      case 'replace_matches':
        return each(`lambda s: re.sub(${pythonPattern(node)}, ${pythonReplacement(node)}, s)`, x);
      case 'to_number':
        return helper('number_of', x, ...numberReading(node).map(text));
      case 'to_date':
        return `${this.#moment(node, x)}.dt.normalize()`;
      case 'to_datetime':
        return this.#moment(node, x);
      case 'to_time':
        return helper('clock_text', this.#momentIn(timeFormatOf(patternOf(node)), x));
      case 'to_duration':
        return helper('duration_of', x, text(durationForm), list(durationUnits.map(String)));
      case 'to_text':
        return this.#toText(node, x, each);
      case 'year':
      case 'quarter':
      case 'month':
      case 'day':
        return number(part(name));
      case 'week':
        return number(part('isocalendar().week'));
      case 'isoyear':
        return number(part('isocalendar().year'));
      case 'weekday':
        return number(`${part('weekday')} + 1`);
      case 'hour':
        return node.args[0]?.type === 'time'
          ? number(each('lambda t: int(t[:2])', x))
          : number(part('hour'));
      case 'minute':
        return node.args[0]?.type === 'time'
          ? number(each('lambda t: int(t[3:5])', x))
          : number(part('minute'));
      case 'date':
        return part('normalize()');
      case 'local_time':
        return helper('local_time', x, y);
      case 'days_between':
        return number(`(${helper('moments', y)}.dt.normalize() - ${part('normalize()')}).dt.days`);
      case 'seconds_between':
        return number(`(${helper('moments', y)} - ${helper('moments', x)}).dt.total_seconds()`);
      case 'mean':
      case 'group_mean':
        return method('mean()');
      case 'median':
      case 'min':
      case 'max':
      case 'count':
      case 'rank':
        return method(`${name}()`);
      case 'sum':
        return method('sum(min_count=1)');
      case 'sd':
        return method('std()');
      case 'quantile':
        return method(`quantile(${y})`);
      case 'previous':
        return method(y === '' ? 'shift()' : `shift(${Number(y)})`);
      case 'next':
        return method(`shift(-${y === '' ? '1' : Number(y)})`);
      case 'row_number':
        return over('lambda v: range(1, len(v) + 1)');
      case 'last_present':
        return method('ffill()');
      case 'code':
        return method('rank(method="dense")');
      case 'mode':
        return over(this.use('most_frequent'));
      case 'zscore':
      case 'minmax':
      case 'cumulative_sum':
        return over(this.use(name));
    }
  }

  #moment(node: Call, x: string): string {
    return this.#momentIn(dateFormatOf(patternOf(node)), x);
  }

  #momentIn({ form, fields }: DateFormat, x: string): string {
    return `${this.use('moment_of')}(${[x, text(form), list(fields.map(text))].join(', ')})`;
  }

  #among(
    { args: nodes }: Call,
    [x = '', ...items]: readonly string[],
    comparison: (left: string, sign: string, right: string) => string,
  ): string {
    const plain = nodes.slice(1).every((node) => node.kind === 'literal' && node.value !== null);
    return plain
      ? `${this.use('among')}(${x}, ${list(items)})`
      : `(${items.map((item) => comparison(x, '=', item)).join(' | ')})`;
  }

  #toText(
    { args: [arg] }: Call,
    x: string,
    each: (how: string, ...given: readonly string[]) => string,
  ): string {
    if (arg?.type === 'number') return each('lambda v: repr(float(v)).removesuffix(".0")', x);
    if (arg?.type === 'boolean') return each('lambda v: str(v).lower()', x);
    return each(arg?.type === 'date' ? 'lambda v: v.strftime("%Y-%m-%d")' : 'str', x);
  }
}
