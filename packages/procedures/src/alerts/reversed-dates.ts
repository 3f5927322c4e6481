import type { Alert } from '@columnist/contract';
import { nameWords, wordsOf } from '@columnist/tables/admission/column-names';
import { dayOf } from './date-filters.ts';
import { isAmong, withoutApart, type DatesApart } from './far-dates.ts';
import type { DateFacts } from './read-dates.ts';
import { quantileOf, type TableFacts } from './read-facts.ts';
import { col, counted, sayAlert } from './say-alert.ts';

/** What follows one another, by the words of column names. */
const courses: readonly (readonly ReadonlySet<string>[])[] = [
  [
    wordsOf(
      'start starts started begin begins began beginning from since beginn anfang von ab début',
      'debut inicio inizio início desde dal van vanaf',
    ),
    wordsOf(
      'end ends ended ending finish finished until till to through ende bis fin fine fim hasta al',
      'einde tot',
    ),
  ],
  [
    wordsOf(
      'order ordered bestell bestellung bestellt commande pedido ordine encomenda bestelling',
    ),
    wordsOf(
      'ship shipped shipping shipment dispatch dispatched pickup versand abhol abholung expédition',
      'envoi envío envio spedizione verzend',
    ),
    wordsOf(
      'delivery delivered deliver liefer lieferung geliefert zustell zustellung livraison entrega',
      'consegna levering',
    ),
  ],
  [
    wordsOf(
      'departure departed depart departs abfahrt abflug départ depart salida partenza partida vertrek',
    ),
    wordsOf(
      'arrival arrived arrive arrives ankunft arrivée arrivee llegada arrivo chegada aankomst',
    ),
  ],
  // Of a stay it is the other way round; the one is meant that most rows follow.
  [
    wordsOf('arrival arrived anreise arrivée arrivee checkin llegada arrivo chegada aankomst'),
    wordsOf('departure departed abreise départ depart checkout salida partenza partida vertrek'),
  ],
  [
    wordsOf(
      'open opened opening created eröffnet erstellt angelegt ouverture ouvert abierto aperto',
    ),
    wordsOf(
      'resolved solved closed closing close completed geschlossen erledigt clôture fermé cerrado chiuso',
    ),
  ],
  [
    wordsOf('issue issued issuing ausgestellt ausstellung émission emisión emissione'),
    wordsOf('expiry expires expiration expired ablauf gültig expira scadenza'),
  ],
  [
    wordsOf('admission admitted admit aufnahme ingreso ricovero internação opname'),
    wordsOf('discharge discharged entlass entlassung entlassungs sortie alta dimissione ontslag'),
  ],
  [
    wordsOf(
      'hire hired hiring joined eintritt eintritts einstellung einstellungs embauche contratación',
      'assunzione admissão',
    ),
    wordsOf(
      'leave left leaving exit termination terminated austritt austritts kündigung kündigungs baja',
      'cese uscita cessazione saída',
    ),
  ],
  [
    wordsOf('birth born geburt geburts naissance nacimiento nascita nascimento geboorte'),
    wordsOf('death died deceased todes sterbe décès muerte fallecimiento morte overlijden'),
  ],
];
const dateWords = wordsOf('date day datum tag fecha data dato dia time at on am zeit timestamp');
const fewestNamed = 10;
const fewest = 40;
const shareInOrder = 0.8;
const shareByOrder = 0.95;
const byOrderAtMost = 3;
/** Where nearly no row is out of order, a day counts. */
const rarely = 0.002;

interface Pair {
  readonly start: DateFacts;
  readonly end: DateFacts;
  readonly isNamed: boolean;
  /** Rows that are looked at, and of these the rows where the end is before. */
  readonly n: number;
  readonly reversed: number;
  /** Days from the end to the start where it is before, and from the start to the end elsewhere. */
  readonly before: number;
  readonly after: number;
}

/**
 * Ends before their starts, of pairs that are named so, or that are in order in 95 % of the rows
 * while the others are as far apart as these: each column is in one alert by order alone.
 */
export async function reversedDates(
  table: TableFacts,
  apart: ReadonlyMap<string, DatesApart>,
): Promise<Alert[]> {
  const named: Pair[] = [];
  const ordered: Pair[] = [];
  for (const start of table.dates)
    for (const end of table.dates) {
      const isNamed = start !== end && isCourse(start.name, end.name);
      if (start === end || (!isNamed && isCourse(end.name, start.name))) continue;
      const pair = compare(start, end, isNamed, apart);
      if (isNamed && pair.n >= fewestNamed && pair.reversed <= (1 - shareInOrder) * pair.n)
        named.push(pair);
      else if (!isNamed && isUsualOrder(pair)) ordered.push(pair);
    }
  const alerts: Alert[] = [];
  for (const pair of named) alerts.push(...(await sayReversed(table, pair, apart)));
  const seen = new Set(alerts.flatMap(({ columns }) => columns));
  for (const pair of ordered.toSorted((a, b) => b.reversed - a.reversed).slice(0, byOrderAtMost)) {
    const { start, end } = pair;
    if (seen.has(start.name) || seen.has(end.name)) continue;
    const found = await sayReversed(table, pair, apart);
    if (found.length > 0) [start, end].forEach(({ name }) => seen.add(name));
    alerts.push(...found);
  }
  return alerts;
}

const isUsualOrder = ({ n, reversed, before, after }: Pair): boolean =>
  n >= fewest &&
  reversed > 0 &&
  reversed <= (1 - shareByOrder) * n &&
  (reversed <= rarely * n
    ? before >= 1 && before >= 0.25 * after
    : before > 1 && before >= 0.75 * after);

const births = courses.at(-1)?.[0] ?? new Set<string>();

/** Whether a column is named as a birth alone: of the child of a patient it would be another's. */
const isBirth = (name: string): boolean =>
  partsOf(name).some((word) => births.has(word)) &&
  partsOf(name).every((word) => births.has(word) || dateWords.has(word) || word === 'of');

/** Whether two columns are named as a start and its end, and otherwise alike; a birth starts all. */
function isCourse(start: string, end: string): boolean {
  if (isBirth(start) && !partsOf(end).some((word) => births.has(word))) return true;
  const [first, last] = [partsOf(start), partsOf(end)];
  return courses.some((course) => {
    const [from, to] = [placeIn(course, first), placeIn(course, last)];
    return from >= 0 && to > from && restOf(course, start) === restOf(course, end);
  });
}

const partsOf = (name: string): string[] =>
  nameWords(name).map((word) => word.replace(/(?<=.)(?:datum|date|tag|dag)$/, ''));

const placeIn = (course: readonly ReadonlySet<string>[], words: readonly string[]): number =>
  course.findIndex((role) => words.some((word) => role.has(word)));

const restOf = (course: readonly ReadonlySet<string>[], name: string): string =>
  [
    ...partsOf(name).filter(
      (word) => !dateWords.has(word) && !course.some((role) => role.has(word)),
    ),
    ...(name.match(/\d+/g) ?? []),
  ].join(' ');

function compare(
  start: DateFacts,
  end: DateFacts,
  isNamed: boolean,
  apart: ReadonlyMap<string, DatesApart>,
): Pair {
  const [starts, ends] = [apart.get(start.name), apart.get(end.name)];
  const whole = start.isDay === end.isDay ? (day: number): number => day : Math.floor;
  const before: number[] = [];
  const after: number[] = [];
  start.days.forEach((from, i) => {
    const to = end.days[i] ?? NaN;
    if (!isAmong(from, starts) || !isAmong(to, ends)) return;
    const days = whole(to) - whole(from);
    (days < 0 ? before : after).push(Math.abs(days));
  });
  return {
    start,
    end,
    isNamed,
    n: before.length + after.length,
    reversed: before.length,
    before: quantileOf(
      before.toSorted((a, b) => a - b),
      0.5,
    ),
    after: quantileOf(
      after.toSorted((a, b) => a - b),
      0.5,
    ),
  };
}

/** The rows of all, where a part was looked at. */
async function sayReversed(
  { reader, every }: TableFacts,
  { start, end, isNamed, n, reversed }: Pair,
  apart: ReadonlyMap<string, DatesApart>,
): Promise<Alert[]> {
  const count = every === 1 ? reversed : await countAll();
  if (count === 0) return [];
  const [from, to] =
    start.isDay === end.isDay ? [start, end].map(({ name }) => col(name)) : [start, end].map(dayOf);
  return [
    sayAlert([start.name, end.name], {
      kind: 'reversed_dates',
      severity: isNamed ? 'high' : 'medium',
      count,
      measure: reversed / n,
      rows: [`${to} < ${from}`, ...withoutApart([start, end], apart)].join(' and '),
      said: `${end.name} is before ${start.name} in ${counted(count, 'row')}${isNamed ? '' : ', in all others the same day or after it'}.`,
      fix: 'Compare with the source: the two may be swapped, or one of them is wrong.',
    }),
  ];

  async function countAll(): Promise<number> {
    const days = (one: DateFacts): string =>
      start.isDay === end.isDay ? `${one.field}::timestamp` : `${one.field}::date`;
    const among = [start, end].flatMap((one) => {
      const { from: low = -Infinity, to: high = Infinity } = apart.get(one.name) ?? {};
      return [low, high]
        .filter(Number.isFinite)
        .map(
          (bound) =>
            `epoch(${one.field}::timestamp) / 86400 ${bound === low ? '>=' : '<='} ${bound}`,
        );
    });
    const [row] = await reader.rows(
      `select count(*)::double from ${reader.source} where ${[`${days(end)} < ${days(start)}`, ...among].join(' and ')}`,
    );
    return Number(row?.[0]);
  }
}
