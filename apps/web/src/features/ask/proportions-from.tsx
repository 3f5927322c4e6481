import type { Cell, DatasetColumn } from '@columnist/contract';
import { Select } from 'antd';
import { useState } from 'react';
import { formatCount, formatShare } from '../../lib/formats.ts';
import { trpc } from '../../lib/trpc.ts';
import { RequestFailed } from '../../ui/request-failed.tsx';
import { isGrouping } from '../results/test-question.ts';
import type { PanelProps } from './panel-props.ts';

/** Values of an outcome that one is chosen of. */
const outcomesAtMost = 20;
/** Decimals of a proportion: as many as a plan needs. */
const decimals = 3;

interface Found {
  readonly group: string;
  readonly of: number;
  readonly share: number;
}

const isOutcome = (column: DatasetColumn): boolean =>
  isGrouping(column) && (column.distinct ?? 0) <= outcomesAtMost;

/** The columns by which two proportions can be found: groups of two, and what is counted in them. */
export function outcomesIn(columns: readonly DatasetColumn[]) {
  const groups = columns.filter((column) => isOutcome(column) && column.distinct === 2);
  const outcomes = columns.filter(isOutcome);
  return groups.length > 0 && outcomes.length > 1 ? { groups, outcomes } : null;
}

/** Two proportions as the data have them: how often a value occurs in each of two groups. */
export function ProportionsFrom({
  id,
  rows,
  columns,
  onTake,
}: Pick<PanelProps<unknown>, 'id' | 'rows' | 'columns'> & {
  onTake: (first: number, second: number) => void;
}) {
  const [outcome, setOutcome] = useState<string | null>(null);
  const [group, setGroup] = useState<string | null>(null);
  const [value, setValue] = useState<string | null>(null);
  const counted = trpc.datasets.aggregate.useQuery(
    {
      id,
      group_by: [group ?? '', outcome ?? ''],
      aggregates: [{ statistic: 'count' }],
      limit: 500,
      ...rows,
    },
    { enabled: outcome !== null && group !== null, staleTime: Infinity, retry: false },
  );
  const known = outcomesIn(columns);
  if (known === null) return null;
  const items = (counted.data?.items ?? []).flatMap(([one = null, other = null, n = 0]) =>
    one === null || other === null
      ? []
      : [{ group: written(one), value: written(other), n: Number(n) }],
  );
  const values = [...new Set(items.map((item) => item.value))];
  const chosen = value !== null && values.includes(value) ? value : (values.at(-1) ?? null);
  const found = [...new Set(items.map((item) => item.group))].map((name): Found => {
    const own = items.filter((item) => item.group === name);
    const of = own.reduce((sum, { n }) => sum + n, 0);
    const is = own.find((item) => item.value === chosen)?.n ?? 0;
    return { group: name, of, share: is / of };
  });
  const [first, second] = found;
  const of = (some: readonly DatasetColumn[], without: string | null) =>
    some.filter(({ name }) => name !== without).map(({ name }) => ({ value: name, label: name }));
  return (
    <details className="tq-from">
      <summary>Take the proportions from columns</summary>
      <div className="tq-details mt8">
        <span>How often</span>
        <Select<string>
          aria-label="Outcome"
          placeholder="choose a column"
          popupMatchSelectWidth={false}
          value={outcome}
          options={of(known.outcomes, group)}
          onChange={(name) => {
            setOutcome(name);
            setValue(null);
          }}
        />
        <span>is</span>
        <Select<string>
          aria-label="Value of the outcome"
          placeholder="a value"
          popupMatchSelectWidth={false}
          disabled={values.length === 0}
          value={chosen}
          options={values.map((one) => ({ value: one, label: one }))}
          onChange={setValue}
        />
        <span>in the groups of</span>
        <Select<string>
          aria-label="Two groups"
          placeholder="choose a column"
          popupMatchSelectWidth={false}
          value={group}
          options={of(known.groups, outcome)}
          onChange={setGroup}
        />
      </div>
      {counted.isError && (
        <RequestFailed
          text="The proportions could not be found."
          error={counted.error}
          onRetry={counted.refetch}
        />
      )}
      {first !== undefined && second !== undefined && found.length === 2 && (
        <p className="row">
          <span>{[first, second].map(sayFound).join('; ')}.</span>
          <button
            type="button"
            className="btn sml"
            onClick={() => onTake(rounded(first.share), rounded(second.share))}
          >
            Use them
          </button>
        </p>
      )}
      {counted.data !== undefined && found.length !== 2 && (
        <p className="s2">The rows in use have {formatCount(found.length)} groups, not two.</p>
      )}
    </details>
  );
}

const written = (cell: Cell): string => String(cell);
const rounded = (share: number): number => Number(share.toFixed(decimals));
const sayFound = ({ group, of, share }: Found): string =>
  `${group} ${formatShare(share)} of ${formatCount(of)}`;
