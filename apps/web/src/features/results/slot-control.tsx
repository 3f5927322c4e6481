import { titleOf, type DatasetColumn, type View } from '@columnist/contract';
import { InputNumber, Select } from 'antd';
import { ColumnOption } from '../../ui/column-option.tsx';
import { orFailed } from '../../ui/options-failed.tsx';
import { trpc } from '../../lib/trpc.ts';
import type { Slot } from './methods.ts';
import { fits, type Field } from './test-question.ts';

/** What is chosen in a place of a sentence or in the details of a form. */
export function SlotControl({
  id,
  rows,
  slot,
  columns,
  fields,
  onChange,
}: {
  id: string;
  rows: { readonly view?: View };
  slot: Slot;
  columns: readonly DatasetColumn[];
  fields: Readonly<Record<string, Field>>;
  onChange: (value: Field | undefined) => void;
}) {
  const value = fields[slot.field];
  const named = columns
    .filter((column) => fits(slot, column))
    .map((column) => {
      return {
        value: column.name,
        label: <ColumnOption column={column} />,
        text: `${column.name} ${titleOf(column)}`,
      };
    });
  switch (slot.kind) {
    case 'number':
    case 'category':
    case 'any':
    case 'time':
      return (
        <Select
          aria-label={slot.label}
          className="gq-one"
          showSearch
          allowClear={slot.optional === true || slot.kind === 'time'}
          optionFilterProp="text"
          popupMatchSelectWidth={false}
          placeholder={
            slot.kind === 'time'
              ? 'the order of the rows'
              : slot.optional === true
                ? 'none'
                : 'choose a column'
          }
          value={typeof value === 'string' ? value : null}
          options={named}
          onChange={onChange}
        />
      );
    case 'numbers':
    case 'categories':
      return (
        <Select
          aria-label={slot.label}
          mode="multiple"
          className="gq-many"
          optionFilterProp="text"
          popupMatchSelectWidth={false}
          maxCount={slot.most}
          placeholder={slot.optional === true ? 'none' : 'choose columns'}
          value={Array.isArray(value) ? [...value] : []}
          options={named}
          onChange={(next: string[]) => onChange(next)}
        />
      );
    case 'figure':
      return (
        <InputNumber
          aria-label={slot.label}
          className="tq-figure"
          {...(slot.between === undefined
            ? {}
            : { min: slot.between[0], max: slot.between[1], step: 0.01 })}
          placeholder={slot.needed === true ? '' : String(slot.first ?? 'auto')}
          value={typeof value === 'number' ? value : null}
          onChange={(next) => onChange(typeof next === 'number' ? next : undefined)}
        />
      );
    case 'choice':
      return (
        <Select
          aria-label={slot.label}
          popupMatchSelectWidth={false}
          value={String(
            typeof value === 'string' || typeof value === 'boolean' || typeof value === 'number'
              ? value
              : slot.options[0]?.value,
          )}
          options={slot.options.map((option) => ({
            value: String(option.value),
            label: option.label,
          }))}
          onChange={(next: string) =>
            onChange(slot.options.find((option) => String(option.value) === next)?.value)
          }
        />
      );
    case 'value':
    case 'values':
      return (
        <ValueSelect
          id={id}
          rows={rows}
          slot={slot}
          of={fields[slot.of]}
          value={value}
          onChange={onChange}
        />
      );
  }
}

/** Values of the column that another place of the sentence names. */
function ValueSelect({
  id,
  rows,
  slot,
  of,
  value,
  onChange,
}: {
  id: string;
  rows: { readonly view?: View };
  slot: Extract<Slot, { kind: 'value' | 'values' }>;
  of: Field | undefined;
  value: Field | undefined;
  onChange: (value: Field | undefined) => void;
}) {
  const column = typeof of === 'string' ? of : '';
  const known = trpc.datasets.frequencies.useQuery(
    { id, column, order: 'value', limit: 50, ...rows },
    { enabled: column !== '', staleTime: Infinity },
  );
  const options = (known.data?.items ?? []).flatMap((item) =>
    item.value === null ? [] : [{ value: String(item.value), label: String(item.value) }],
  );
  const common = {
    'aria-label': slot.label,
    loading: known.isLoading,
    notFoundContent: orFailed(known),
    options,
    popupMatchSelectWidth: false as const,
  };
  if (slot.kind === 'value')
    return (
      <Select
        {...common}
        className="gq-one"
        showSearch
        allowClear={slot.usual !== undefined}
        placeholder={slot.usual ?? 'choose a value'}
        value={typeof value === 'string' ? value : null}
        onChange={(next: string | undefined) => onChange(next)}
      />
    );
  return (
    <Select
      {...common}
      className="gq-many"
      mode="multiple"
      placeholder="all"
      value={Array.isArray(value) ? [...value] : []}
      onChange={(next: string[]) => onChange(next)}
    />
  );
}
