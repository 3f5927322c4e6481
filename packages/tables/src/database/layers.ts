import { rowNumber } from './parquet-file.ts';
import type { Sql } from './sql.ts';

/** SQL that needs the columns of all layers below its level. */
export interface Part extends Sql {
  readonly level: number;
}

interface Layer {
  readonly columns: { readonly field: string; readonly part: Part }[];
  where: Part | null;
}

/** A text (without spaces at its ends) and what was read from it. */
export interface Conversion {
  readonly from: Part;
  readonly to: Part;
  readonly reads: 'number' | 'date' | 'time' | 'duration';
  /**
   * Rows where what was read counts, as a column: those that take its branch, or find nothing in
   * its stead. All where null.
   */
  readonly when: Part | null;
}

const inFileOrder: Part = { text: `order by ${rowNumber}`, values: [], level: 0 };

/**
 * A query built in layers, each a SELECT over the one below that adds columns or removes rows: what
 * looks at other rows,
 * or is used more than once, is a column of a lower layer.
 */
export class Layers {
  /**
   * What was compiled and not yet asked for: texts read as numbers or dates, which may lose values.
   */
  conversions: Conversion[] = [];
  /** Likewise: where a case() gives its last value because a condition is missing, as columns. */
  undecided: Part[] = [];
  /** The order in which functions look at the rows before a row. */
  order: Part = inFileOrder;
  readonly #source: string;
  readonly #layers: Layer[] = [];
  #floor = 0;
  #made = 0;

  constructor(source: string) {
    this.#source = source;
  }

  /** The part as a column of its own; what is a column already stays. */
  hoist(part: Part, field?: string): Part {
    if (
      field === undefined &&
      part.values.length === 0 &&
      /^\w+$/.test(part.text) &&
      part.text !== 'null'
    )
      return part;
    const level = Math.max(part.level, this.#floor);
    const name = field ?? `h${++this.#made}`;
    this.#layer(level).columns.push({ field: name, part });
    return { text: name, values: [], level: level + 1 };
  }

  /**
   * Keeps the rows where the condition holds; whatever comes later sees these rows alone. Gives the
   * level before and after.
   */
  keep(condition: Part): { before: number; after: number } {
    const level = Math.max(condition.level, this.height);
    const layer = this.#layer(level);
    layer.where = condition;
    this.#floor = level + 1;
    return { before: level, after: level + 1 };
  }

  /**
   * Functions look at the rows in the order of these columns, ties in that of the file; of none in
   * that of the file.
   */
  orderBy(keys: readonly { readonly part: Part; readonly descending: boolean }[]): void {
    const sorted = keys.map(
      ({ part, descending }) => `${part.text} ${descending ? 'desc' : 'asc'} nulls last`,
    );
    this.order = {
      text: `order by ${[...sorted, rowNumber].join(', ')}`,
      values: [],
      level: Math.max(0, ...keys.map(({ part }) => part.level)),
    };
  }

  get height(): number {
    return this.#layers.length;
  }

  #layer(level: number): Layer {
    while (this.#layers.length <= level) this.#layers.push({ columns: [], where: null });
    const layer = this.#layers[level];
    if (layer === undefined) throw new Error('There is such a layer.');
    return layer;
  }

  /** `select …` over the first so many layers; `bound` are the values of the columns. */
  select(columns: string, height = this.height, end = '', bound: Sql['values'] = []): Sql {
    const values: Sql['values'] = [];
    const steps = this.#layers.slice(0, height).map((layer, i) => {
      const made = layer.columns.map(({ field, part }) => {
        values.push(...part.values);
        return `${part.text} as ${field}`;
      });
      if (layer.where !== null) values.push(...layer.where.values);
      return `l${i + 1} as (select ${['*', ...made].join(', ')} from l${i}${layer.where === null ? '' : ` where ${layer.where.text}`})`;
    });
    values.push(...bound);
    return {
      text: `with l0 as (select * from ${this.#source}), ${steps.map((step) => `${step}, `).join('')}whole as (select ${columns} from l${height}) select * from whole ${end}`,
      values,
    };
  }
}
