import {
  dateFormatOf,
  timeFormatOf,
  type DateFormat,
  durationForm,
  durationUnits,
  readPattern,
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
import { rHelpers, type RHelper } from './r-helpers.ts';
import { unknown } from '../views/expression-parts.ts';
import { mixesMoments, readsColumns } from '../views/expression-facts.ts';
import { column, ordered, text, vector } from './r-syntax.ts';

/** Expressions in R. */
export class RExpressions extends ExpressionWriter<RHelper> {
  constructor() {
    super(rHelpers);
  }

  override write(node: Typed): string {
    if (node.kind === 'column') return column(node.name);
    if (node.kind === 'call') return this.#call(node);
    if (node.value === null) return 'NA';
    switch (node.type) {
      case 'number':
        return String(node.value);
      case 'boolean':
        return node.value === true ? 'TRUE' : 'FALSE';
      case 'date':
        return `as.Date(${text(String(node.value))})`;
      case 'datetime':
        return `${this.use('moment')}(${text(String(node.value))})`;
      default:
        return text(String(node.value));
    }
  }

  #call(node: Call): string {
    const { name } = node;
    const mixed = mixesMoments(node);
    const args = node.args.map((arg) =>
      mixed && arg.type === 'date' ? `${this.use('moment')}(${this.write(arg)})` : this.write(arg),
    );
    const [x = '', y = '', z = ''] = args;
    const helper = (of: RHelper, ...given: readonly string[]): string => this.call(of, ...given);
    const over = (how: string, same = false): string =>
      helper(
        'over',
        // row_number reads no column.
        node.args[0] !== undefined && readsColumns(node.args[0])
          ? x
          : helper('full', x === '' ? '1' : x),
        how,
        ...(same ? ['same = TRUE'] : []),
        ...(this.followsOrder(name) ? [`places = ${ordered(this.order)}`] : []),
        ...node.by.map((by) => this.write(by)),
      );
    const part = (format: string): string => `as.numeric(format(${x}, "${format}"))`;
    switch (name) {
      case '+':
      case '-':
      case '*':
      case '<':
      case '<=':
      case '>':
      case '>=':
      case '!=':
        return `(${x} ${name} ${y})`;
      case '%':
        return `(${x} %% ${y})`;
      case '=':
        return `(${x} == ${y})`;
      case 'and':
        return `(${x} & ${y})`;
      case 'or':
        return `(${x} | ${y})`;
      case 'not':
        return `!${x}`;
      case 'negative':
        return `(-${x})`;
      case '/':
        return helper('divide', x, y);
      case '^':
        return helper('power', x, y);
      case 'between':
        return `(${x} >= ${y} & ${x} <= ${z})`;
      case 'in':
        return this.#among(node, args);
      case 'not in':
        return `!${this.#among(node, args)}`;
      case 'is missing':
        return `is.na(${x})`;
      case 'is present':
        return `!is.na(${x})`;
      case 'if':
        return helper('pick', `is.na(${x})`, 'NA', ...args);
      case 'case':
        return helper('pick', ...args);
      case 'coalesce':
        return helper('coalesce', ...args);
      case 'abs':
      case 'sign':
      case 'exp':
      case 'floor':
        return `${name}(${x})`;
      case 'ceil':
        return `ceiling(${x})`;
      case 'sqrt':
        return `suppressWarnings(sqrt(${x}))`;
      case 'log':
      case 'log10':
      case 'log2':
        return helper('above_zero', name, x);
      case 'round':
        return helper('round_half', x, y === '' ? '0' : y);
      case 'least':
        return `pmin(${args.join(', ')})`;
      case 'greatest':
        return `pmax(${args.join(', ')})`;
      case 'bin':
        return this.#bin(node, x);
      case 'lower':
        return `tolower(${x})`;
      case 'upper':
        return `toupper(${x})`;
      case 'trim':
        return `trimws(${x}, whitespace = "[ \\\\t\\\\r\\\\n]")`;
      case 'length':
        return `ifelse(is.na(${x}), NA, nchar(${x}))`;
      case 'substr':
        return z === ''
          ? `substring(${x}, ${y})`
          : `substr(${x}, ${y}, ${Number(y) + Number(z) - 1})`;
      case 'part':
        return helper('part_of', x, y, z, z);
      case 'part_from':
        return helper('part_of', x, y, String(Math.max(1, Number(z))), 'Inf');
      case 'replace':
        return `gsub(${y}, ${z}, ${x}, fixed = TRUE)`;
      case 'concat':
        return helper('joined', ...args);
      case 'contains':
        return helper('contains', x, y);
      case 'starts_with':
        return `startsWith(tolower(${x}), tolower(${y}))`;
      case 'ends_with':
        return `endsWith(tolower(${x}), tolower(${y}))`;
      case 'matches':
        return helper('has_match', x, rPattern(node));
      case 'extract':
        return helper('first_match', x, rPattern(node), z === '' ? '0' : z);
      case 'replace_matches':
        return `gsub(${rPattern(node)}, ${z}, ${x}, perl = TRUE)`;
      case 'to_number':
        return helper('to_number', x, ...numberReading(node).map(text));
      case 'to_date':
        return `as.Date(${this.#moment(node, x)})`;
      case 'to_datetime':
        return this.#moment(node, x);
      case 'to_time':
        return helper('clock_text', this.#momentIn(timeFormatOf(patternOf(node)), x));
      case 'to_duration':
        return helper('duration_of', x, text(durationForm), vector(durationUnits.map(String)));
      case 'to_text':
        return node.args[0]?.type === 'number'
          ? helper('number_text', x)
          : node.args[0]?.type === 'boolean'
            ? `tolower(as.character(${x}))`
            : `as.character(${x})`;
      case 'year':
        return part('%Y');
      case 'quarter':
        return `((${part('%m')} + 2) %/% 3)`;
      case 'month':
        return part('%m');
      case 'week':
        return part('%V');
      case 'isoyear':
        return part('%G');
      case 'day':
        return part('%d');
      case 'weekday':
        return part('%u');
      case 'hour':
        return node.args[0]?.type === 'time' ? `as.numeric(substr(${x}, 1, 2))` : part('%H');
      case 'minute':
        return node.args[0]?.type === 'time' ? `as.numeric(substr(${x}, 4, 5))` : part('%M');
      case 'date':
        return `as.Date(${x})`;
      case 'local_time':
        return helper('local_time', x, y);
      case 'days_between':
        return `as.numeric(as.Date(${y}) - as.Date(${x}))`;
      case 'seconds_between':
        return `as.numeric(difftime(${y}, ${x}, units = "secs"))`;
      case 'mean':
      case 'group_mean':
        return over(helper('some', 'mean'));
      case 'median':
      case 'sum':
        return over(helper('some', name));
      case 'min':
      case 'max':
        return over(helper('some', name), node.type !== 'number');
      case 'quantile':
        return over(helper('some', `function(v) quantile(v, ${y}, names = FALSE)`));
      case 'sd':
        return over('function(v) sd(v, na.rm = TRUE)');
      case 'count':
        return over('function(v) sum(!is.na(v))');
      case 'mode':
        return over(helper('some', this.use('most_frequent')), true);
      case 'zscore':
      case 'minmax':
      case 'code':
      case 'cumulative_sum':
        return over(this.use(name));
      case 'rank':
        return over('function(v) rank(v, na.last = "keep")');
      case 'row_number':
        return over('seq_along');
      case 'previous':
        return over(`function(v) ${this.use('from_row')}(v, ${y === '' ? '1' : y})`, true);
      case 'next':
        return over(`function(v) ${this.use('from_row')}(v, ${y === '' ? '-1' : `-${y}`})`, true);
      case 'last_present':
        return over(this.use('last_present'), true);
    }
  }

  #moment(node: Call, x: string): string {
    return this.#momentIn(dateFormatOf(patternOf(node)), x);
  }

  #momentIn({ form, fields }: DateFormat, x: string): string {
    return `${this.use('moment_of')}(${[x, text(form), vector(fields.map(text))].join(', ')})`;
  }

  #among({ args: nodes }: Call, [x = '', ...items]: readonly string[]): string {
    const plain = nodes
      .slice(1)
      .every((node) => node.kind === 'literal' && node.value !== null && node.type !== 'datetime');
    return plain
      ? `${this.use('among')}(${x}, c(${items.join(', ')}))`
      : `(${items.map((item) => `(${x} == ${item})`).join(' | ')})`;
  }

  #bin(node: Call, x: string): string {
    const edges = edgesOf(node);
    return (
      `as.character(cut(as.numeric(${x}), c(${edges.join(', ')}), labels = ` +
      `c(${intervalLabels(edges).map(text).join(', ')}), right = FALSE, include.lowest = TRUE))`
    );
  }
}

const rPattern = (node: Call): string => text(readPattern(patternOf(node), unknown).write('r'));
