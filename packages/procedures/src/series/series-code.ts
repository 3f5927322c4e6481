import type { CalendarUnit } from '@columnist/contract';
import type { Snippet } from '../finding.ts';
import { quoted } from '../snippets.ts';
import { monthsOf } from './calendar.ts';
import type { Series, SeriesInput } from './read-series.ts';
import { countsNone } from './resample.ts';

const rAggregate: Readonly<Record<SeriesInput['aggregate'], string>> = {
  mean: 'mean',
  sum: 'sum',
  median: 'median',
  min: 'min',
  max: 'max',
  first: 'function(v) v[1]',
  last: 'function(v) v[length(v)]',
  count: 'length',
};
const pythonFrequency: Readonly<Record<CalendarUnit, string>> = {
  second: 's',
  minute: 'min',
  hour: 'h',
  day: 'D',
  week: 'W',
  month: 'M',
  quarter: 'Q',
  year: 'Y',
};

/** Code for the same series: `y`, and `t` where it has a time. */
export function seriesCode(input: SeriesInput, series: Series): Snippet {
  const value = quoted(input.value);
  if (input.time === undefined)
    return {
      r: [`y <- as.numeric(d[[${value}]])`, 'y <- y[is.finite(y)]'],
      python: [`y = pd.to_numeric(d[${value}]).astype(float).to_numpy()`, 'y = y[np.isfinite(y)]'],
    };
  const time = quoted(input.time);
  return {
    r: [
      `t <- ${series.moments ? `as.POSIXct(d[[${time}]], tz = "UTC")` : `as.numeric(d[[${time}]])`}`,
      `y <- as.numeric(d[[${value}]])`,
      'used <- !is.na(t) & is.finite(y)',
      't <- t[used]; y <- y[used]',
      'o <- order(t); t <- t[o]; y <- y[o]',
      ...(input.every === undefined
        ? []
        : [
            `t <- as.POSIXct(cut(t, "${rUnit(input.every)}"), tz = "UTC")`,
            `y <- tapply(y, as.numeric(t), ${rAggregate[input.aggregate]})`,
            't <- as.POSIXct(as.numeric(names(y)), origin = "1970-01-01", tz = "UTC"); y <- as.numeric(y)',
          ]),
      ...rGaps(input, series),
    ],
    python: [
      `s = pd.Series(pd.to_numeric(d[${value}]).astype(float).to_numpy(), index=${series.moments ? 'pd.DatetimeIndex' : 'pd.Index'}(d[${time}]))`,
      's = s[s.index.notna() & np.isfinite(s.to_numpy())].sort_index(kind="stable")',
      ...(input.every === undefined
        ? []
        : [
            `s = s.groupby(s.index.to_period("${pythonFrequency[input.every]}").start_time).${input.aggregate === 'count' ? 'size().astype(float)' : `${input.aggregate}()`}`,
          ]),
      ...pythonGaps(input, series),
      'y = s.to_numpy()',
    ],
  };
}

const rUnit = (unit: CalendarUnit): string =>
  unit === 'second' ? 'sec' : unit === 'minute' ? 'min' : unit;

const fillsR: Readonly<Record<'linear' | 'previous' | 'zero', string>> = {
  linear: 'y <- approx(which(!is.na(y)), y[!is.na(y)], seq_along(y))$y',
  previous: 'y <- y[cummax(seq_along(y) * !is.na(y))]',
  zero: 'y[is.na(y)] <- 0',
};
const fillsPython: Readonly<Record<'linear' | 'previous' | 'zero', string>> = {
  linear: 's = s.reset_index(drop=True).interpolate()',
  previous: 's = s.ffill()',
  zero: 's = s.fillna(0)',
};

/** What was put at places without rows; null where there are none, or they are left open. */
const filledBy = (
  input: SeriesInput,
  { filled, emptyUnits }: Series,
): Exclude<SeriesInput['gaps'], 'keep'> | null => {
  if (filled + emptyUnits === 0) return null;
  if (countsNone(input)) return 'zero';
  return input.gaps === 'keep' ? null : input.gaps;
};

function rGaps(input: SeriesInput, series: Series): string[] {
  const { step } = series.spacing;
  const by = filledBy(input, series);
  if (by === null) return [];
  const distance =
    step === null
      ? 't[2] - t[1]'
      : typeof step === 'number'
        ? String(step)
        : `"${step.count} ${rUnit(step.unit)}"`;
  return [
    `whole <- seq(t[1], t[length(t)], by = ${distance})`,
    // Moments by their seconds: their text has no clock where all are midnights.
    series.moments
      ? 'y <- y[match(round(as.numeric(whole), 6), round(as.numeric(t), 6))]'
      : 'y <- y[match(as.character(whole), as.character(t))]',
    fillsR[by],
  ];
}

function pythonGaps(input: SeriesInput, series: Series): string[] {
  const { step } = series.spacing;
  const by = filledBy(input, series);
  if (by === null) return [];
  const months = step === null || typeof step === 'number' ? null : monthsOf(step.unit);
  const whole =
    step === null || typeof step === 'number'
      ? `s.index[0] + np.arange(round((s.index[-1] - s.index[0]) / ${String(step ?? 1)}) + 1) * ${String(step ?? 1)}`
      : months !== null
        ? `[s.index[0] + pd.DateOffset(months=k) for k in range(0, 12 * (s.index[-1].year - s.index[0].year) + s.index[-1].month - s.index[0].month + 1, ${months * step.count})]`
        : `pd.date_range(s.index[0], s.index[-1], freq=pd.Timedelta(${step.count}, "${pythonFrequency[step.unit]}"))`;
  return [`s = s.reindex(${whole})`, fillsPython[by]];
}
