import type { Condition, Dataset, DatasetColumn } from '@columnist/contract';
import { Button, Input, Popover, Select } from 'antd';
import { useState } from 'react';
import { Icon } from '../../app/icons.tsx';
import { sayCondition } from './row-view.ts';

interface FilterBarProps {
  readonly dataset: Dataset;
  readonly conditions: readonly Condition[];
  readonly onChange: (conditions: readonly Condition[]) => void;
}

/** The conditions that all must hold, each a chip, and a form for one more. */
export function FilterBar({ dataset, conditions, onChange }: FilterBarProps) {
  const [open, setOpen] = useState(false);
  const add = (condition: Condition) => {
    onChange([...conditions, condition]);
    setOpen(false);
  };
  return (
    <div className="fb-c">
      {conditions.map((condition, i) => (
        <span key={sayCondition(condition)} className="chip">
          {sayCondition(condition)}
          <button type="button" className="btn txt ico" aria-label={`Remove filter ${sayCondition(condition)}`} onClick={() => onChange(conditions.filter((_, other) => other !== i))}>
            <Icon name="close" />
          </button>
        </span>
      ))}
      <Popover trigger="click" open={open} onOpenChange={setOpen} placement="bottomLeft" destroyOnHidden content={<ConditionForm dataset={dataset} onAdd={add} />}>
        <button type="button" className="btn">
          <Icon name="filter" />
          Add filter
        </button>
      </Popover>
      {conditions.length > 1 && (
        <button type="button" className="btn txt" onClick={() => onChange([])}>
          Clear all
        </button>
      )}
    </div>
  );
}

type Op = Condition['op'];
const order: { value: Op; label: string }[] = [
  { value: 'eq', label: 'is' },
  { value: 'ne', label: 'is not' },
  { value: 'lt', label: 'is less than' },
  { value: 'le', label: 'is at most' },
  { value: 'gt', label: 'is greater than' },
  { value: 'ge', label: 'is at least' },
];
const text: { value: Op; label: string }[] = [
  { value: 'eq', label: 'is' },
  { value: 'ne', label: 'is not' },
  { value: 'contains', label: 'contains' },
  { value: 'starts_with', label: 'starts with' },
  { value: 'ends_with', label: 'ends with' },
];
const presence: { value: Op; label: string }[] = [
  { value: 'is_missing', label: 'is missing' },
  { value: 'is_present', label: 'is present' },
];

const opsOf = ({ type }: DatasetColumn) => [...(type === 'boolean' ? order.slice(0, 1) : type === 'category' || type === 'text' ? text : order), ...presence];

function ConditionForm({ dataset, onAdd }: { dataset: Dataset; onAdd: (condition: Condition) => void }) {
  const [name, setName] = useState(dataset.columns[0]?.name ?? '');
  const column = dataset.columns.find((candidate) => candidate.name === name);
  const [op, setOp] = useState<Op>('eq');
  const [value, setValue] = useState('');
  if (column === undefined) return null;
  const ops = opsOf(column);
  const current = ops.some((candidate) => candidate.value === op) ? op : 'eq';
  const condition = conditionOf(column, current, value);
  const choices = column.type === 'boolean' ? ['true', 'false'] : column.type === 'category' ? (column.picture?.labels ?? []) : [];
  const submit = () => {
    if (condition !== null) onAdd(condition);
  };
  return (
    <form
      className="cond"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Select aria-label="Column" showSearch value={name} onChange={(next) => { setName(next); setValue(''); }} options={dataset.columns.map((candidate) => ({ value: candidate.name, label: candidate.name }))} popupMatchSelectWidth={false} style={{ minWidth: 150 }} />
      <Select<Op> aria-label="Comparison" value={current} onChange={setOp} options={ops} popupMatchSelectWidth={false} style={{ minWidth: 120 }} />
      {current !== 'is_missing' && current !== 'is_present' && (
        <Input aria-label="Value" autoFocus list="filter-values" placeholder={column.type === 'datetime' ? '2026-01-31' : 'value'} inputMode={column.type === 'number' ? 'decimal' : 'text'} status={value !== '' && condition === null ? 'error' : ''} value={value} onChange={(event) => setValue(event.target.value)} style={{ width: 150 }} />
      )}
      <datalist id="filter-values">
        {choices.map((choice) => (
          <option key={choice} value={choice} />
        ))}
      </datalist>
      <Button type="primary" htmlType="submit" disabled={condition === null}>
        Add
      </Button>
    </form>
  );
}

/** The condition that has been typed; null while it is not one. */
function conditionOf({ name, type }: DatasetColumn, op: Op, typed: string): Condition | null {
  if (op === 'is_missing' || op === 'is_present') return { column: name, op };
  if (typed === '') return null;
  if (op === 'contains' || op === 'starts_with' || op === 'ends_with') return { column: name, op, value: typed };
  if (op === 'in' || op === 'not_in' || op === 'between') return null;
  if (type === 'boolean') return typed === 'true' || typed === 'false' ? { column: name, op, value: typed === 'true' } : null;
  if (type !== 'number') return { column: name, op, value: typed };
  const number = Number(typed.replace('\u2212', '-'));
  return Number.isFinite(number) ? { column: name, op, value: number } : null;
}
