import { namedIn, type DatasetColumn, type RegressionOptions } from '@columnist/contract';
import { InputNumber, Popover, Select } from 'antd';
import { useState } from 'react';
import { Icon } from '../../ui/icons.tsx';
import { orFailed } from '../../ui/options-failed.tsx';
import { trpc } from '../../lib/trpc.ts';
import { partsOfFormula } from './regression-question.ts';

type Line = Readonly<Record<string, string | number | boolean>>;

interface PredictFormProps {
  readonly id: string;
  readonly question: RegressionOptions;
  readonly columns: readonly DatasetColumn[];
  readonly onAsk: (question: RegressionOptions) => void;
}

/** Values of the explaining columns, for which the model is asked. */
export function PredictForm({ id, question, columns, onAsk }: PredictFormProps) {
  const [open, setOpen] = useState(false);
  const names = partsOfFormula(question.formula)?.columns ?? [];
  if (names.length === 0) return null;
  const add = (line: Line) => {
    setOpen(false);
    onAsk({ ...question, predict: [...(question.predict ?? []), line] });
  };
  return (
    <Popover
      trigger="click"
      placement="bottom"
      open={open}
      onOpenChange={setOpen}
      destroyOnHidden
      content={<Values id={id} view={question.view} names={names} columns={columns} onAdd={add} />}
    >
      <button type="button" className="btn sml" aria-expanded={open}>
        <Icon name="plus" />
        Predict
      </button>
    </Popover>
  );
}

function Values({
  id,
  view,
  names,
  columns,
  onAdd,
}: {
  id: string;
  view: RegressionOptions['view'];
  names: readonly string[];
  columns: readonly DatasetColumn[];
  onAdd: (line: Line) => void;
}) {
  const [line, setLine] = useState<Line>({});
  const isNumber = (name: string): boolean =>
    columns.find((column) => column.name === name)?.type === 'number';
  return (
    <form
      className="share"
      onSubmit={(event) => {
        event.preventDefault();
        onAdd(line);
      }}
    >
      {names.map((name, i) => (
        <div key={name} className="mf-value">
          <label htmlFor={`predict-${i}`}>{name}</label>
          {isNumber(name) ? (
            <InputNumber
              id={`predict-${i}`}
              className="tq-figure"
              onChange={(value) => setLine({ ...line, [name]: value ?? '' })}
            />
          ) : (
            <GroupValue
              id={id}
              view={view}
              column={name}
              field={`predict-${i}`}
              onChange={(value) => setLine({ ...line, [name]: value })}
            />
          )}
        </div>
      ))}
      <button
        type="submit"
        className="btn pri sml"
        disabled={names.some((name) => (namedIn(line, name) ?? '') === '')}
      >
        Predict
      </button>
    </form>
  );
}

/** One of the values of a column of groups. */
function GroupValue({
  id,
  view,
  column,
  field,
  onChange,
}: {
  id: string;
  view: RegressionOptions['view'];
  column: string;
  field: string;
  onChange: (value: string) => void;
}) {
  const known = trpc.datasets.frequencies.useQuery(
    { id, column, order: 'value', limit: 50, ...(view === undefined ? {} : { view }) },
    { staleTime: Infinity },
  );
  const options = (known.data?.items ?? []).flatMap(({ value }) =>
    value === null ? [] : [{ value: String(value), label: String(value) }],
  );
  return (
    <Select
      id={field}
      showSearch
      placeholder="choose"
      loading={known.isPending}
      notFoundContent={orFailed(known)}
      options={options}
      onChange={onChange}
      getPopupContainer={(node: HTMLElement) => node.parentElement ?? node}
    />
  );
}
