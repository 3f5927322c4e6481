import type { Condition, Dataset, DatasetColumn } from '@columnist/contract';
import { Button, Input, Select } from 'antd';
import { useState } from 'react';
import { opsOf, typedCondition, valuesOf, type Op } from './typed-condition.ts';

/** A form for one condition: column, comparison, and what the comparison takes. */
export function ConditionForm({
  dataset,
  onAdd,
}: {
  dataset: Dataset;
  onAdd: (condition: Condition) => void;
}) {
  const [name, setName] = useState(dataset.columns[0]?.name ?? '');
  const [op, setOp] = useState<Op>('eq');
  const [typed, setTyped] = useState<readonly string[]>([]);
  const column = dataset.columns.find((candidate) => candidate.name === name);
  if (column === undefined) return null;
  const ops = opsOf(column);
  const current = ops.some(({ value }) => value === op) ? op : 'eq';
  const condition = typedCondition(column, current, typed);
  return (
    <form
      className="cond"
      onSubmit={(event) => {
        event.preventDefault();
        if (condition !== null) onAdd(condition);
      }}
    >
      <Select
        aria-label="Column"
        showSearch
        value={name}
        onChange={(next) => {
          setName(next);
          setTyped([]);
        }}
        options={dataset.columns.map((candidate) => ({
          value: candidate.name,
          label: candidate.name,
        }))}
        popupMatchSelectWidth={false}
        className="wide-control"
      />
      <Select<Op>
        aria-label="Comparison"
        value={current}
        onChange={setOp}
        options={[...ops]}
        popupMatchSelectWidth={false}
        className="control"
      />
      <Values
        key={`${name} ${valuesOf(current)}`}
        column={column}
        op={current}
        typed={typed}
        wrong={condition === null}
        onType={setTyped}
      />
      <Button type="primary" htmlType="submit" disabled={condition === null}>
        Add
      </Button>
    </form>
  );
}

const placeholders: Record<DatasetColumn['type'], string> = {
  number: 'number',
  category: 'value',
  text: 'value',
  datetime: '2026-01-31',
  boolean: 'true or false',
};

function Values({
  column,
  op,
  typed,
  wrong,
  onType,
}: {
  column: DatasetColumn;
  op: Op;
  typed: readonly string[];
  wrong: boolean;
  onType: (typed: readonly string[]) => void;
}) {
  const { type, storage, picture } = column;
  const known =
    type === 'boolean'
      ? ['true', 'false']
      : type === 'category' || picture?.kind === 'spikes'
        ? (picture?.labels ?? [])
        : [];
  const options = known.map((value) => ({ value, label: value }));
  const [first = '', second = ''] = typed;
  const placeholder = storage === 'TIME' ? '13:45' : placeholders[type];
  const status = wrong && first !== '' && (op !== 'between' || second !== '') ? 'error' : '';
  const input = {
    status,
    placeholder,
    inputMode: type === 'number' ? 'decimal' : 'text',
    className: 'control',
  } as const;
  switch (valuesOf(op)) {
    case 'none':
      return null;
    case 'many':
      return (
        <Select
          mode="tags"
          aria-label="Values"
          status={status}
          placeholder="values"
          value={[...typed]}
          onChange={onType}
          options={options}
          tokenSeparators={type === 'number' ? [';', ' '] : []}
          className="wide-control"
        />
      );
    case 'two':
      return (
        <>
          <Input
            {...input}
            aria-label="From"
            autoFocus
            value={first}
            onChange={(event) => onType([event.target.value, second])}
          />
          <span className="s2">to</span>
          <Input
            {...input}
            aria-label="To"
            value={second}
            onChange={(event) => onType([first, event.target.value])}
          />
        </>
      );
    case 'one':
      if (type === 'boolean')
        return (
          <Select
            aria-label="Value"
            placeholder={placeholder}
            value={first === '' ? null : first}
            onChange={(value) => onType([value ?? ''])}
            options={options}
            className="control"
          />
        );
      return (
        <>
          <Input
            {...input}
            aria-label="Value"
            autoFocus
            list="known-values"
            value={first}
            onChange={(event) => onType([event.target.value])}
          />
          <datalist id="known-values">
            {known.map((value) => (
              <option key={value} value={value} />
            ))}
          </datalist>
        </>
      );
  }
}
