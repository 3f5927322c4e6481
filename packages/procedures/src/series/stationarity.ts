import { shortSeriesNote } from '../few-values.ts';
import { unfit, type Finding } from '../finding.ts';
import type { Series } from './read-series.ts';
import { seriesPicture } from './series-pictures.ts';
import { evenlySpaced } from './series-words.ts';

const mostForLags = 50_000;

/**
 * What both tests of stationarity show. Throws invalid_input where the series is too long for their
 * lags.
 */
export function stationarity(series: Series): Pick<Finding, 'picture' | 'assumptions'> {
  const { values, name } = series;
  const n = values.length;
  if (n > mostForLags)
    throw unfit(
      `${n} values are too many for this test.`,
      'every',
      'Choose a longer unit, or fewer rows with a view.',
    );
  return {
    picture: seriesPicture(series, [{ name, y: values }]),
    assumptions: [evenlySpaced(series), ...shortSeriesNote(n)],
  };
}
