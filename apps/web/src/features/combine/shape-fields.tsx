import type { Dataset } from '@columnist/contract';
import { Input, Select } from 'antd';
import { ChooseColumn, ChooseColumns } from './choose-columns.tsx';
import type { RecipeDraft, Statistic } from './recipe-draft.ts';

interface Fields {
  draft: RecipeDraft;
  change: (to: Partial<RecipeDraft>) => void;
}

const statistics: Readonly<Record<Statistic, string>> = {
  only: 'the only value',
  first: 'the first value',
  count: 'how many',
  sum: 'the sum',
  mean: 'the mean',
  median: 'the median',
  min: 'the smallest',
  max: 'the largest',
};

function AsText({ draft, change }: Fields) {
  return (
    <label className="sm s2">
      <input
        type="checkbox"
        checked={draft.asText}
        onChange={({ target }) => change({ asText: target.checked })}
      />{' '}
      write values of several types as text
    </label>
  );
}

export function AppendFields({ draft, change }: Fields) {
  return (
    <div className="gq">
      <span>with the name of each dataset in a column called</span>
      <Input
        aria-label="Column with the name of the dataset"
        className="cmb-name"
        placeholder="none"
        maxLength={200}
        value={draft.sourceColumn}
        onChange={({ target }) => change({ sourceColumn: target.value })}
      />
      <AsText {...{ draft, change }} />
    </div>
  );
}

export function PivotFields({
  draft,
  change,
  dataset,
  taken,
}: Fields & {
  dataset: Dataset;
  /** What the preview took where nobody chose any. */
  taken: Statistic;
}) {
  const { columns } = dataset;
  return (
    <div className="gq">
      <span>one row for each</span>
      <ChooseColumns
        label="Columns of a row"
        columns={columns}
        value={draft.rows}
        onChange={(rows) => change({ rows })}
      />
      <span>one column for each</span>
      <ChooseColumn
        label="Column of the names"
        columns={columns}
        value={draft.namesFrom}
        onChange={(namesFrom) => change({ namesFrom })}
      />
      <span>in the cells</span>
      <Select
        aria-label="Statistic"
        popupMatchSelectWidth={false}
        value={draft.statistic ?? taken}
        options={Object.entries(statistics).map(([value, label]) => ({ value, label }))}
        onChange={(statistic) => change({ statistic })}
      />
      <span>of</span>
      <ChooseColumn
        label="Column of the values"
        columns={columns}
        value={draft.valuesFrom}
        onChange={(valuesFrom) => change({ valuesFrom })}
      />
    </div>
  );
}

export function UnpivotFields({ draft, change, dataset }: Fields & { dataset: Dataset }) {
  return (
    <div className="gq">
      <span>a row for each of</span>
      <ChooseColumns
        label="Columns that become rows"
        columns={dataset.columns}
        value={draft.columns}
        onChange={(columns) => change({ columns })}
      />
      <AsText {...{ draft, change }} />
    </div>
  );
}
