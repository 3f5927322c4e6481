import { titleOf, type DatasetColumn } from '@columnist/contract';
import { Select } from 'antd';
import { useSearchParams } from 'react-router-dom';
import { AskLink } from '../../ui/ask-link.tsx';
import { loadCharts } from '../../ui/chart.tsx';
import { ColumnOption } from '../../ui/column-option.tsx';
import { Icon } from '../../ui/icons.tsx';
import { rowsAsked, type TabProps } from '../../lib/tab-props.ts';
import { isGrouping } from '../results/test-question.ts';
import { askedOf, firstPair, kindOf } from './pair.ts';
import { PairOfGroups } from './pair-of-groups.tsx';
import { PairOfNumbers } from './pair-of-numbers.tsx';
import { NumberByGroups } from './number-by-groups.tsx';
import '../results/sentence.css';
import '../results/results.css';
import './relationships.css';

/** Colours there are for groups, and some more that share one. */
const groupsColoured = 20;

loadCharts();

/** Two columns: the picture and the coefficient that fit them. */
export default function RelationshipsTab({ dataset: { id }, viewed }: TabProps) {
  const [query, setQuery] = useSearchParams();
  const { columns } = viewed.dataset;
  const usable = columns.filter(
    (column) =>
      column.type === 'number' ||
      (column.type === 'datetime' && column.storage !== 'TIME') ||
      isGrouping(column),
  );
  const named = (name: string | null): DatasetColumn | undefined =>
    usable.find((column) => column.name === name);
  const [first, second] = firstPair(usable);
  const x = named(query.get('x')) ?? first;
  const y = [named(query.get('y')), second, first].find(
    (column) => column !== undefined && column.name !== x?.name,
  );
  const rows = rowsAsked(viewed.view);
  if (x === undefined || y === undefined)
    return (
      <main className="page gt">
        <p className="voice finding-small">
          A relationship needs two columns of numbers, times or groups; this table has{' '}
          {usable.length === 0 ? 'none' : 'one'}.
        </p>
      </main>
    );
  const go = (next: { x: string; y: string }) =>
    setQuery(
      (previous) => {
        previous.set('x', next.x);
        previous.set('y', next.y);
        return previous;
      },
      { replace: true },
    );
  const options = (other: DatasetColumn) =>
    usable
      .filter(({ name }) => name !== other.name)
      .map((column) => ({
        value: column.name,
        text: `${column.name} ${titleOf(column)}`,
        label: <ColumnOption column={column} />,
      }));
  const select = (
    label: string,
    value: DatasetColumn,
    other: DatasetColumn,
    onChange: (name: string) => void,
  ) => (
    <Select
      aria-label={label}
      className="gq-one"
      showSearch
      optionFilterProp="text"
      popupMatchSelectWidth={false}
      value={value.name}
      options={options(other)}
      onChange={onChange}
    />
  );
  const kind = kindOf(x, y);
  const pair = kind === 'number by groups' && x.type !== 'number' ? { x: y, y: x } : { x, y };
  const asked = askedOf(kind, pair, rows.view);
  return (
    <main className="page gt">
      <div className="gq tq">
        <span>How do</span>
        {select('First column', x, y, (name) => go({ x: name, y: y.name }))}
        <span>and</span>
        {select('Second column', y, x, (name) => go({ x: x.name, y: name }))}
        <span>go together?</span>
        <button
          type="button"
          className="btn ico"
          aria-label="Exchange the columns"
          title="Exchange the columns"
          onClick={() => go({ x: y.name, y: x.name })}
        >
          <Icon name="swap" />
        </button>
        <AskLink columns={[x.name, y.name]} className="btn">
          Test it
        </AskLink>
      </div>
      {kind === 'numbers' && (
        <PairOfNumbers
          id={id}
          {...pair}
          rows={rows}
          groupings={usable.filter(
            (column) =>
              (column.type === 'category' || column.type === 'boolean') &&
              isGrouping(column) &&
              (column.distinct ?? 0) <= groupsColoured,
          )}
          colour={query.get('colour')}
          onColour={(name) =>
            setQuery(
              (previous) => {
                if (name === null) previous.delete('colour');
                else previous.set('colour', name);
                return previous;
              },
              { replace: true },
            )
          }
        />
      )}
      {kind === 'number by groups' && (
        <NumberByGroups id={id} value={pair.x} by={pair.y} rows={rows} asked={asked} />
      )}
      {kind === 'groups' && <PairOfGroups id={id} {...pair} rows={rows} asked={asked} />}
      {kind === null && (
        <p className="voice finding-small">
          These two cannot be drawn against each other: choose a number for one of them, or groups.
        </p>
      )}
    </main>
  );
}
