import {
  at,
  columnsOf,
  figuresOf,
  isRecord,
  jsonOf,
  keyed,
  type Figure,
  type Json,
} from './figures.ts';
import { toldIn } from './texts.ts';

/** A figure of an answer beside that of its reference. */
export interface Compared {
  /** Where it is, with places in lists left open: tables[Pairs by Tukey][].q. */
  readonly figure: string;
  /** The same with its places. */
  readonly place: string;
  readonly isP: boolean;
  readonly ours: number | string | null | undefined;
  /** undefined: the reference says nothing of it. */
  readonly wanted: Json | undefined;
  /** Digits that agree, 15 at most. */
  readonly digits: number;
  /** Digits that must agree. */
  readonly least: number;
  /** Why that is fewer than usual. */
  readonly reason: string;
}

/** Texts, and what is neither found nor given: the code, versions. */
const words: ReadonlySet<string> = new Set([
  'code',
  'sentence',
  'apa',
  'p_text',
  'procedure',
  'hypotheses',
  'method',
  'engine_version',
  'dataset_id',
  'view_in_words',
  'assumptions',
  'recommendation',
]);

const digitsOfStatistics = 9;
const digitsOfP = 7;
/** What is 0 but for rounding. */
const nothing = 1e-12;

/** −log10 of the error relative to `size`, absolute where that is 0; 15 at most. */
function digitsOf(ours: number, wanted: number, size: number): number {
  if (ours === wanted || (Math.abs(ours) < nothing && Math.abs(wanted) < nothing)) return 15;
  const error = Math.abs(ours - wanted) / (size === 0 ? 1 : size);
  return Number.isFinite(error) ? Math.max(0, Math.min(15, -Math.log10(error))) : 0;
}

/** A reference that itself has fewer digits says how many, and why. */
function unwrapped(wanted: Json | undefined): {
  value: Json | undefined;
  digits: number | null;
  reason: string;
} {
  if (isRecord(wanted)) {
    const { about, digits, because } = wanted;
    if (about !== undefined && typeof digits === 'number')
      return { value: about, digits, reason: typeof because === 'string' ? because : '' };
  }
  return { value: wanted, digits: null, reason: '' };
}

/** Every number of an answer beside the reference, and what of the reference the answer lacks. */
export function compare(
  answer: Json,
  reference: Json,
  input: Readonly<Record<string, unknown>>,
): Compared[] {
  const columns = columnsOf(answer);
  const ours = keyed(answer);
  const given: Json = { dataset_version: 1, view: jsonOf(input['view']) };
  const isCounted = ({ path: [first = ''], value }: Figure): boolean =>
    !words.has(String(first)) && typeof value === 'number';
  const beside = ({ path, value }: Figure): Compared => {
    const isGiven = path[0] === 'dataset_version' || path[0] === 'view';
    const { value: wanted, digits, reason } = unwrapped(at(isGiven ? given : reference, path));
    const isP = isProbability(path, columns, ours);
    return {
      figure: nameOf(path, columns, true),
      place: nameOf(path, columns, false),
      isP,
      ours: value,
      wanted,
      digits:
        typeof value === 'number' && typeof wanted === 'number'
          ? digitsOf(value, wanted, sizeOf(path, wanted, reference))
          : value === wanted
            ? 15
            : 0,
      least: digits ?? (isP ? digitsOfP : digitsOfStatistics),
      reason,
    };
  };
  const found = figuresOf(ours).filter(isCounted).map(beside);
  const lost = figuresOf(withoutHints(reference)).flatMap(({ path, value }): Compared[] => {
    // Figures that answers have in words alone.
    if (path[0] === 'said') return [];
    const own = at(ours, path);
    const isCompared = typeof own === 'number' || own === value;
    return isCompared
      ? []
      : [
          {
            ...beside({ path, value: typeof own === 'string' || own === null ? own : null }),
            ours: typeof own === 'string' || own === null ? own : undefined,
            wanted: value,
            digits: 0,
          },
        ];
  });
  return [...found, ...lost, ...told(answer, reference, input)];
}

/** Numbers in the texts of an answer: each rounds a figure of the reference, or one that was given. */
function told(answer: Json, reference: Json, input: Readonly<Record<string, unknown>>): Compared[] {
  const known = [withoutHints(reference), jsonOf(input)];
  const texts: readonly (readonly [string, Json | undefined])[] = [
    ['sentence', at(answer, ['sentence'])],
    ['apa', at(answer, ['apa'])],
    ['procedure.variant', at(answer, ['procedure', 'variant'])],
    ['assumptions[].said', at(answer, ['assumptions'])],
  ];
  return texts.flatMap(([figure, text]) => {
    const list = figure.startsWith('assumptions')
      ? figuresOf(text).filter(({ path }) => path.at(-1) === 'said')
      : figuresOf(text);
    return toldIn(
      list.flatMap(({ value }) => (typeof value === 'string' ? [value] : [])),
      known,
    ).map(({ text: whole, token, isKnown }): Compared => ({
      figure: `${figure} (in words)`,
      place: `${figure}: “${whole}”`,
      isP: false,
      ours: token,
      wanted: isKnown ? token : undefined,
      digits: isKnown ? 15 : 0,
      least: digitsOfStatistics,
      reason: 'rounding',
    }));
  });
}

/** The reference with plain numbers where it gives hints. */
function withoutHints(value: Json): Json {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(withoutHints);
  const { value: plain, digits } = unwrapped(value);
  return digits === null || plain === undefined
    ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withoutHints(one)]))
    : plain;
}

/** Of what is drawn, the errors are relative to the largest value of the list. */
function sizeOf(path: readonly (string | number)[], wanted: number, reference: Json): number {
  const list = path[0]?.toString().startsWith('picture')
    ? withoutHints(at(reference, path.slice(0, -1)) ?? null)
    : null;
  return Array.isArray(list)
    ? Math.max(...list.map((one: Json) => (typeof one === 'number' ? Math.abs(one) : 0)))
    : Math.abs(wanted);
}

const columnOf = (
  path: readonly (string | number)[],
  columns: ReadonlyMap<string, readonly string[]>,
): string | null =>
  path[0] === 'tables' && path.length === 4
    ? (columns.get(String(path[1]))?.[Number(path[3])] ?? null)
    : null;

function isProbability(
  path: readonly (string | number)[],
  columns: ReadonlyMap<string, readonly string[]>,
  ours: Json,
): boolean {
  const column = columnOf(path, columns);
  const row = column === 'value' ? at(ours, [...path.slice(0, 3), 0]) : null;
  return (
    path.at(-1) === 'p_value' ||
    [column, row].some((name) => typeof name === 'string' && /(^|\s)p$/.test(name))
  );
}

function nameOf(
  path: readonly (string | number)[],
  columns: ReadonlyMap<string, readonly string[]>,
  open: boolean,
): string {
  const [first = '', ...rest] = path;
  const column = columnOf(path, columns);
  const steps = column === null ? rest : [...rest.slice(0, 2), column];
  return `${first}${steps
    .map((step, i) =>
      typeof step === 'number'
        ? `[${open ? '' : step}]`
        : i === 0 && named.has(String(first))
          ? `[${step}]`
          : `.${step}`,
    )
    .join('')}`;
}
const named: ReadonlySet<string> = new Set(['effects', 'tables', 'pictures', 'n_excluded']);
