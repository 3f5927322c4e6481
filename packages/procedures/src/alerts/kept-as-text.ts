import { plainNumberForm, type Alert, type AlertThresholds } from '@columnist/contract';
import { percent } from '../words.ts';
import { col, counted, sayAlert, txt } from './say-alert.ts';
import { recodedAtMost, type Counted, type TextFindings } from './scan-texts.ts';

const plainNumber = new RegExp(`^${plainNumberForm}$`);
const currency = /\p{Sc}/gu;
const grouped = /^[+-]?\d{1,3}(,\d{3})+(\.\d+)?$/;
const longestShown = 40;

/** What a column of texts holds that is a number or a date, and the step that reads it so. */
export function keptAsText(
  name: string,
  { n, numbers, notNumbers, dates }: TextFindings,
  thresholds: AlertThresholds,
): Alert[] {
  const alerts: Alert[] = [];
  const share = numbers / n;
  if (numbers > 0 && numbers < n && share >= thresholds.mixed_types)
    alerts.push(
      share < 0.5
        ? sayFew(name, numbers, share, thresholds.mixed_types)
        : sayMost(name, { n, numbers, notNumbers }, thresholds.mixed_types),
    );
  if (dates !== null && dates.n / n >= thresholds.date_like)
    alerts.push(sayDates(name, n, dates, thresholds.date_like));
  return alerts;
}

const sayFew = (name: string, numbers: number, share: number, threshold: number): Alert =>
  sayAlert([name], {
    kind: 'mixed_types',
    severity: 'high',
    count: numbers,
    measure: share,
    threshold,
    rows: `to_number(${col(name)}) is present`,
    said: `${name} holds numbers among texts: ${counted(numbers, 'row')} (${percent(share)}).`,
    fix: 'Find out what the numbers mean.',
  });

function sayMost(
  name: string,
  { n, numbers, notNumbers }: Pick<TextFindings, 'n' | 'numbers' | 'notNumbers'>,
  threshold: number,
): Alert {
  const others = n - numbers;
  const meant = numbersMeant(notNumbers);
  const read = notNumbers.reduce((sum, one) => sum + (meant.has(one.value) ? one.n : 0), 0);
  const lost = others - read;
  const [example] = meant;
  return sayAlert([name], {
    kind: 'mixed_types',
    severity: 'high',
    count: others,
    measure: numbers / n,
    threshold,
    rows: `${col(name)} is present and to_number(${col(name)}) is missing`,
    said: `${name} is text, though ${sayMostOf(numbers, n)} numbers; ${sayOthers(
      others,
      notNumbers.map(({ value }) => value),
    )}.`,
    fix: 'Read them as numbers: nothing can be computed from a text.',
    remedy: {
      said:
        lost > 0 || example === undefined
          ? `Read as numbers; ${becomeMissing(lost)}`
          : `Read as numbers, ‘${example[0].slice(0, longestShown)}’ as ${example[1]}`,
      view: {
        clean: [
          ...(meant.size === 0
            ? []
            : [
                {
                  step: 'recode' as const,
                  column: name,
                  values: [...meant].map(([from, to]) => ({ from, to })),
                  others: 'keep' as const,
                },
              ]),
          { step: 'parse_numbers', columns: [name] },
        ],
      },
    },
  });
}

function sayDates(
  name: string,
  n: number,
  dates: NonNullable<TextFindings['dates']>,
  threshold: number,
): Alert {
  const { pattern } = dates;
  const others = n - dates.n;
  const isDate = `to_date(${col(name)}, ${txt(pattern)})`;
  return sayAlert([name], {
    kind: 'date_like',
    severity: 'high',
    count: others === 0 ? n : others,
    measure: dates.n / n,
    threshold,
    rows:
      others === 0 ? `${isDate} is present` : `${col(name)} is present and ${isDate} is missing`,
    said:
      others === 0
        ? `${name} is text, but written as dates (${pattern}).`
        : `${name} is text, though ${sayMostOf(dates.n, n)} dates (${pattern}); ${sayOthers(others, dates.others)}.`,
    fix: `Read it as dates with the step parse_dates, pattern ${pattern}.`,
    remedy: {
      said: others === 0 ? 'Read as dates' : `Read as dates; ${becomeMissing(others)}`,
      view: { clean: [{ step: 'parse_dates', columns: [name], pattern }] },
    },
  });
}

/**
 * The numbers meant by texts with the sign of one currency or with commas between thousands. Signs
 * of several currencies are amounts that differ, and more texts than one step takes are left.
 */
function numbersMeant(texts: readonly Counted[]): ReadonlyMap<string, string> {
  const signs = new Set(texts.flatMap(({ value }) => value.match(currency) ?? []));
  if (signs.size > 1 || texts.length > recodedAtMost) return new Map();
  return new Map(
    texts.flatMap(({ value }): [string, string][] => {
      const bare = value.replace(currency, '').trim();
      const plain = grouped.test(bare) ? bare.replaceAll(',', '') : bare;
      return plainNumber.test(plain) ? [[value, plain]] : [];
    }),
  );
}

const sayMostOf = (some: number, all: number): string =>
  `${some.toLocaleString('en')} of its ${counted(all, 'value')} are`;

const sayOthers = (n: number, examples: readonly string[]): string =>
  `${n.toLocaleString('en')} ${n === 1 ? 'is' : 'are'} not${n === 1 ? ':' : ', such as'} ${examples
    .slice(0, 3)
    .map((text) => `‘${text.slice(0, longestShown)}’`)
    .join(', ')}`;

const becomeMissing = (n: number): string =>
  `${counted(n, 'text')} ${n === 1 ? 'becomes' : 'become'} missing`;
