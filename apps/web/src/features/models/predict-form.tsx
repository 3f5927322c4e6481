import type { DatasetColumn, RegressionOptions } from '@columnist/contract';
import { Input, InputNumber, Popover } from 'antd';
import { useState } from 'react';
import { Icon } from '../../app/icons.tsx';
import { partsOfFormula } from './regression-question.ts';

type Line = Readonly<Record<string, string | number | boolean>>;

interface PredictFormProps {
  readonly question: RegressionOptions;
  readonly columns: readonly DatasetColumn[];
  readonly onAsk: (question: RegressionOptions) => void;
}

/** Values of the explaining columns, for which the model is asked. */
export function PredictForm({ question, columns, onAsk }: PredictFormProps) {
  const [open, setOpen] = useState(false);
  const names = partsOfFormula(question.formula)?.columns ?? [];
  if (names.length === 0) return null;
  const add = (line: Line) => {
    setOpen(false);
    onAsk({ ...question, predict: [...(question.predict ?? []), line] });
  };
  return (
    <Popover trigger="click" placement="bottom" open={open} onOpenChange={setOpen} destroyOnHidden content={<Values names={names} columns={columns} onAdd={add} />}>
      <button type="button" className="btn sml" aria-expanded={open}>
        <Icon name="plus" />
        Predict
      </button>
    </Popover>
  );
}

function Values({ names, columns, onAdd }: { names: readonly string[]; columns: readonly DatasetColumn[]; onAdd: (line: Line) => void }) {
  const [line, setLine] = useState<Line>({});
  const isNumber = (name: string): boolean => columns.find((column) => column.name === name)?.type === 'number';
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
          {isNumber(name) ? <InputNumber id={`predict-${i}`} className="tq-figure" onChange={(value) => setLine({ ...line, [name]: value ?? '' })} /> : <Input id={`predict-${i}`} onChange={({ target }) => setLine({ ...line, [name]: target.value })} />}
        </div>
      ))}
      <button type="submit" className="btn pri sml" disabled={names.some((name) => (line[name] ?? '') === '')}>
        Predict
      </button>
    </form>
  );
}
