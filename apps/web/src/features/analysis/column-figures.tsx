import { countsSpec } from '@columnist/charts';
import type { Mode } from '@columnist/design';
import {
  titleOf,
  type BooleanDescription,
  type ColumnDescription,
  type DatasetColumn,
  type DatetimeDescription,
  type TextDescription,
} from '@columnist/contract';
import { useCallback, useMemo } from 'react';
import {
  formatCount,
  formatFigure,
  formatMoment,
  formatShare,
  formatSpan,
} from '../../lib/formats.ts';
import { Chart } from '../../ui/chart.tsx';
import { TopValues } from './top-values.tsx';
import type { Definitions } from './definitions-form.tsx';
import { Fact, FigureTable, type Figure } from './figure-table.tsx';
import { NumberFigures } from './number-figures.tsx';

/** What the weights make of the values of a category or of true and false. */
function WeightedShares({
  of: { weighted },
}: {
  of: Pick<TextDescription | BooleanDescription, 'weighted'>;
}) {
  if (weighted === null) return null;
  return (
    <div className="two mt16">
      <FigureTable
        title="Weighted shares"
        figures={weighted.top_values.map(({ value, share }): Figure => [
          String(value),
          formatShare(share),
        ])}
      />
      <FigureTable
        title="Weights"
        figures={[
          ['Sum of weights', formatFigure(weighted.sum_of_weights, 6)],
          ['Effective number', formatFigure(weighted.effective_n, 6)],
        ]}
      />
    </div>
  );
}

/** All figures of one column, as its type has them. */
export function ColumnFigures({
  column,
  description,
  rows,
  definitions,
}: {
  column: DatasetColumn;
  description: ColumnDescription;
  rows: number;
  definitions: Definitions;
}) {
  const { n, missing, distinct } = description;
  const title = titleOf(column);
  const drawn = useMemo(() => ({ ...description, name: title }), [description, title]);
  const outliers = description.type === 'number' ? description.outliers : null;
  const outlying = outliers === null ? 0 : outliers.low + outliers.high;
  return (
    <>
      <dl className="facts four">
        <Fact name="Present" value={formatCount(n)} />
        <Fact
          name="Missing"
          value={formatCount(missing)}
          note={missing === 0 ? '' : formatShare(missing / rows)}
        />
        <Fact
          name="Distinct"
          value={formatCount(distinct)}
          note={distinct === n && n > 1 ? 'no two alike' : ''}
        />
        {outliers !== null && (
          <Fact
            name="Outliers"
            value={formatCount(outlying)}
            note={
              outlying === 0
                ? ''
                : `${formatCount(outliers.low)} low, ${formatCount(outliers.high)} high`
            }
          />
        )}
      </dl>
      <ByType description={drawn} definitions={definitions} />
      <TopValues column={column} description={description} />
      {'weighted' in description && description.type !== 'number' && (
        <WeightedShares of={description} />
      )}
    </>
  );
}

function ByType({
  description,
  definitions: { trim, proportion_interval },
}: {
  description: ColumnDescription;
  definitions: Definitions;
}) {
  switch (description.type) {
    case 'number':
      return <NumberFigures description={description} trim={trim} />;
    case 'text':
    case 'category':
      return <TextFigures description={description} />;
    case 'datetime':
      return <DatetimeFigures description={description} />;
    case 'boolean':
      return <BooleanFigures description={description} interval={proportion_interval} />;
  }
}

function useCounts(description: TextDescription | DatetimeDescription) {
  return useCallback(
    (mode: Mode, width: number) => countsSpec(description, mode, width),
    [description],
  );
}

function TextFigures({ description }: { description: TextDescription }) {
  const spec = useCounts(description);
  const { lengths, first, last, reasons, type } = description;
  const length = (name: string, value: string | undefined): Figure => [
    name,
    value ?? null,
    reasons['lengths'],
  ];
  return (
    <>
      {type === 'text' && lengths !== null && lengths.min < lengths.max && (
        <>
          <h3 className="ch">
            Lengths <span>values by how many characters they have</span>
          </h3>
          <Chart spec={spec} name={description.name} height={146} />
        </>
      )}
      <div className="two mt16">
        <FigureTable
          title="Length in characters"
          figures={[
            length('Shortest', lengths === null ? undefined : formatCount(lengths.min)),
            length('Mean', lengths === null ? undefined : formatFigure(lengths.mean)),
            length('Median', lengths === null ? undefined : formatFigure(lengths.median)),
            length('Longest', lengths === null ? undefined : formatCount(lengths.max)),
          ]}
        />
        <FigureTable
          title="In order of characters"
          figures={[
            ['First', first, reasons['first']],
            ['Last', last, reasons['last']],
          ]}
        />
      </div>
    </>
  );
}

function DatetimeFigures({ description }: { description: DatetimeDescription }) {
  const spec = useCounts(description);
  const { min, max, median, range_seconds: range, gaps, histogram, reasons } = description;
  const moment = (name: string, value: string | null, key: string): Figure => [
    name,
    value === null ? null : formatMoment(value),
    reasons[key],
  ];
  const gap = (name: string, value: string | undefined): Figure => [
    name,
    value ?? null,
    reasons['gaps'],
  ];
  return (
    <>
      {histogram !== null && description.distinct > 1 && (
        <>
          <h3 className="ch">
            Over time <span>{histogram.counts.length} equal spans</span>
          </h3>
          <Chart spec={spec} name={description.name} height={156} />
        </>
      )}
      <div className="two mt16">
        <FigureTable
          title="Range"
          figures={[
            moment('First', min, 'min'),
            moment('Median', median, 'median'),
            moment('Last', max, 'max'),
            ['Span', range === null ? null : formatSpan(range), reasons['range_seconds']],
          ]}
        />
        <FigureTable
          title="Gaps between moments"
          figures={[
            gap('Median gap', gaps === null ? undefined : formatSpan(gaps.median_seconds)),
            gap('Largest gap', gaps === null ? undefined : formatSpan(gaps.max_seconds)),
            gap('Evenly spaced', gaps === null ? undefined : gaps.regular ? 'yes' : 'no'),
          ]}
        />
      </div>
      {gaps !== null && !gaps.regular && gaps.largest.length > 0 && (
        <div className="mt16">
          <FigureTable
            title="Largest gaps"
            figures={gaps.largest.map(({ from, to, seconds }): Figure => [
              `${formatMoment(from)} to ${formatMoment(to)}`,
              formatSpan(seconds),
            ])}
          />
        </div>
      )}
    </>
  );
}

function BooleanFigures({
  description: {
    true_count: trues,
    false_count: falses,
    true_share: share,
    true_share_ci: ci,
    reasons,
  },
  interval,
}: {
  description: BooleanDescription;
  interval: Definitions['proportion_interval'];
}) {
  return (
    <div className="two mt16">
      <FigureTable
        title="Counts"
        figures={[
          ['True', formatCount(trues)],
          ['False', formatCount(falses)],
        ]}
      />
      <FigureTable
        title="Share of true"
        figures={[
          ['Share', share === null ? null : formatShare(share), reasons['true_share']],
          [
            `${(ci?.level ?? 0.95) * 100}% CI, ${interval === 'exact' ? 'exact' : 'Wilson'}`,
            ci === null ? null : `${formatShare(ci.low)} to ${formatShare(ci.high)}`,
            reasons['true_share_ci'],
          ],
        ]}
      />
    </div>
  );
}
