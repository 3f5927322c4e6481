import type { SqlResult } from '@columnist/contract';
import type { Mode } from '@columnist/design';
import { Select } from 'antd';
import { useCallback, useId, useMemo, useState } from 'react';
import { formatCount, plural } from '../../lib/formats.ts';
import { trpc } from '../../lib/trpc.ts';
import { Chart } from '../../ui/chart.tsx';
import {
  answerSpec,
  chartKinds,
  chartOf,
  drawnOf,
  heightOf,
  kindsFor,
  placesFor,
  rowsOfChart,
  suggestedChart,
  type ChartChoice,
} from './answer-chart.ts';

/**
 * A chart of an answer, of the kind that its columns suggest until another is chosen; of an answer
 * of several pages, its first rows.
 */
export function SqlChart({ sql, found }: { sql: string; found: SqlResult }) {
  const isWhole = found.offset === 0 && found.next_cursor === null;
  const first = trpc.datasets.runSql.useQuery(
    { sql, limit: rowsOfChart },
    { enabled: !isWhole, retry: false, staleTime: Infinity, trpc: { abortOnUnmount: true } },
  );
  const answer = isWhole ? found : (first.data ?? null);
  if (answer === null || kindsFor(answer).length === 0) return null;
  return <Drawn key={sql} answer={answer} isCut={answer.next_cursor !== null} />;
}

function Drawn({ answer, isCut }: { answer: SqlResult; isCut: boolean }) {
  const suggested = useMemo(() => suggestedChart(answer), [answer]);
  const [chosen, setChosen] = useState<ChartChoice | null>(null);
  const choice = chosen ?? suggested;
  const spec = useCallback(
    (mode: Mode, width: number) =>
      choice === null ? null : answerSpec(answer, choice, mode, width),
    [answer, choice],
  );
  if (choice === null) return null;
  const { kind, x, y, by } = choice;
  const named = (place: number): string => answer.columns[place]?.name ?? '';
  const options = (axis: 'x' | 'y' | 'by', without: readonly (number | null)[]) =>
    placesFor(answer, axis, kind)
      .filter((place) => !without.includes(place))
      .map((place) => ({ value: place, label: named(place) }));
  const colours = options('by', [x]);
  const { rows, missing } = drawnOf(answer, choice);
  const left = answer.items.length - missing - rows.length;
  const title = `${named(y)} by ${named(x)}`;
  const notes = [
    ...(isCut ? [`The first ${formatCount(answer.items.length)} rows of the answer.`] : []),
    ...(left > 0 ? [`The first names alone; ${plural(left, 'row')} of others left out.`] : []),
    ...(missing > 0 ? [`${plural(missing, 'row')} without a value left out.`] : []),
  ];
  return (
    <section className="sec mt24" aria-labelledby="sql-chart">
      <header>
        <h2 id="sql-chart">Chart</h2>
        <p>
          <bdi>{named(y)}</bdi> by <bdi>{named(x)}</bdi>
        </p>
      </header>
      <div className="sqk">
        <Choice
          label="Kind"
          value={kind}
          options={chartKinds
            .filter((one) => kindsFor(answer).includes(one.kind))
            .map((one) => ({ value: one.kind, label: one.title }))}
          onChange={(next) => setChosen(chartOf(answer, choice, next))}
        />
        <Choice
          label="Across"
          value={x}
          options={options('x', [y])}
          onChange={(next) => setChosen({ ...choice, x: next, by: by === next ? null : by })}
        />
        <Choice
          label="Value"
          value={y}
          options={options('y', [x])}
          onChange={(next) => setChosen({ ...choice, y: next })}
        />
        {kind !== 'line' && colours.length > 0 && (
          <Choice
            label="Colour"
            value={by ?? -1}
            options={[{ value: -1, label: 'none' }, ...colours]}
            onChange={(next) => setChosen({ ...choice, by: next < 0 ? null : next })}
          />
        )}
      </div>
      <Chart spec={spec} name={title} height={heightOf(answer, choice)} />
      {notes.length > 0 && <p className="xs s3 mt8">{notes.join(' ')}</p>}
    </section>
  );
}

function Choice<Value extends string | number>({
  label,
  value,
  options,
  onChange,
}: {
  label: string;
  value: Value;
  options: { value: Value; label: string }[];
  onChange: (value: Value) => void;
}) {
  const id = useId();
  return (
    <span>
      <label htmlFor={id}>{label}</label>
      <Select<Value>
        id={id}
        size="small"
        popupMatchSelectWidth={false}
        value={value}
        options={options}
        onChange={onChange}
      />
    </span>
  );
}
