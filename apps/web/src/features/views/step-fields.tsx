import type { DatasetColumn } from '@columnist/contract';
import { Select } from 'antd';
import { useId, type ReactNode } from 'react';

/** A field under its label; gives the id that ties the two. */
export function Field({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </div>
  );
}

/** Several columns. */
export function ColumnsField({
  label,
  from,
  value,
  onChange,
  placeholder,
}: {
  label: string;
  from: readonly DatasetColumn[];
  value: string[];
  onChange: (value: string[]) => void;
  placeholder: string;
}) {
  return (
    <Field label={label}>
      {(id) => (
        <Select
          id={id}
          mode="multiple"
          placeholder={placeholder}
          value={value}
          onChange={onChange}
          options={from.map(({ name }) => ({ value: name, label: name }))}
        />
      )}
    </Field>
  );
}
