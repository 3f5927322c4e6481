import type { DatasetColumn } from '@columnist/contract';
import { Select } from 'antd';

const optionsOf = (columns: readonly DatasetColumn[]) =>
  columns.map(({ name }) => ({ value: name, label: name }));

/** One column of a dataset. */
export function ChooseColumn({
  label,
  columns,
  value,
  onChange,
}: {
  label: string;
  columns: readonly DatasetColumn[];
  value: string;
  onChange: (name: string) => void;
}) {
  return (
    <Select
      aria-label={label}
      className="gq-one"
      showSearch
      popupMatchSelectWidth={false}
      placeholder="a column"
      value={value === '' ? null : value}
      options={optionsOf(columns)}
      onChange={onChange}
    />
  );
}

/** Several columns, in the order in which they were chosen. */
export function ChooseColumns({
  label,
  columns,
  value,
  onChange,
}: {
  label: string;
  columns: readonly DatasetColumn[];
  value: readonly string[];
  onChange: (names: string[]) => void;
}) {
  return (
    <Select
      aria-label={label}
      className="gq-many"
      mode="multiple"
      popupMatchSelectWidth={false}
      placeholder="columns"
      value={[...value]}
      options={optionsOf(columns)}
      onChange={onChange}
    />
  );
}
