import type { PowerOptions } from '@columnist/contract';
import { InputNumber, Select } from 'antd';
import { useId, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { RequestFailed } from '../../ui/request-failed.tsx';
import { useUser } from '../../lib/session.tsx';
import { trpc } from '../../lib/trpc.ts';
import { CopyAs } from '../results/copy-as.tsx';
import type { PanelProps } from './panel-props.ts';
import { PowerFinding } from './power-finding.tsx';
import { designs, figuresOf, readForm, type Filled, type Sought } from './power-form.ts';
import { ProAnswer } from './pro-answer.tsx';
import { ProportionsFrom } from './proportions-from.tsx';

const questions: Readonly<Record<Sought, string>> = {
  n: 'How many values are needed',
  effect: 'Which effect can be found',
  power: 'How likely is it to be found',
};

/** Planning a study: two of size, effect and power give the third. */
export function PowerPanel({
  id,
  rows,
  columns,
}: Pick<PanelProps<unknown>, 'id' | 'rows' | 'columns'>) {
  const [sought, setSought] = useState<Sought>('n');
  const [figures, setFigures] = useState<Readonly<Record<string, number | null>>>({});
  const [byEffect, setByEffect] = useState(false);
  const [alternative, setAlternative] = useState('two_sided');
  const isPro = useUser().subscription_tier === 'paid';
  const [query, setQuery] = useSearchParams();
  const design = designs.find((one) => one.method === query.get('design')) ?? designs[0];
  if (design === undefined) return null;
  const { method, alternatives, effectOf } = design;
  const isFrom = effectOf.length > 0 && !byEffect;
  /** Each design has its own effect. */
  const keyOf = (field: string): string => (field === 'effect' ? `effect ${method}` : field);
  const filled = figuresOf(design, sought, isFrom).map((figure): Filled => {
    const value = figures[keyOf(figure.field)];
    return { ...figure, value: value === undefined ? figure.first : value };
  });
  const { input, wrong } = readForm(
    method,
    filled,
    alternatives.length === 0 ? {} : { alternative },
  );
  const put = (some: Readonly<Record<string, number | null>>) =>
    setFigures((before) => ({ ...before, ...some }));
  return (
    <>
      <div className="gq tq">
        <Select
          aria-label="What is asked"
          popupMatchSelectWidth={false}
          value={sought}
          options={Object.entries(questions).map(([value, label]) => ({ value, label }))}
          onChange={(next: string) => setSought(next === 'effect' || next === 'power' ? next : 'n')}
        />
        <span>by a</span>
        <Select
          aria-label="Design"
          className="tq-method"
          popupMatchSelectWidth={false}
          value={method}
          options={designs.map((one) => ({ value: one.method, label: one.name }))}
          onChange={(next: string) =>
            setQuery(
              (previous) => {
                previous.set('design', next);
                return previous;
              },
              { replace: true },
            )
          }
        />
      </div>
      <div className="tq-details">
        {sought !== 'effect' && effectOf.length > 0 && (
          <Select
            aria-label="The effect is given as"
            popupMatchSelectWidth={false}
            value={byEffect ? 'effect' : 'from'}
            options={[
              { value: 'from', label: effectOf.map(({ label }) => label).join(' and ') },
              { value: 'effect', label: design.effect.label },
            ]}
            onChange={(next: string) => setByEffect(next === 'effect')}
          />
        )}
        {filled.map((figure) => (
          <FigureBox
            key={keyOf(figure.field)}
            figure={figure}
            wrong={wrong.get(figure.field)}
            onChange={(next) => put({ [keyOf(figure.field)]: next })}
          />
        ))}
        {alternatives.length > 0 && (
          <Select
            aria-label="Alternative"
            popupMatchSelectWidth={false}
            value={alternative}
            options={alternatives.map(({ value, label }) => ({ value: String(value), label }))}
            onChange={setAlternative}
          />
        )}
      </div>
      {sought !== 'effect' && isFrom && (
        <ProportionsFrom
          id={id}
          rows={rows}
          columns={columns}
          onTake={(p1, p2) => put({ p1, p2 })}
        />
      )}
      {!isPro ? <ProAnswer purpose="power" /> : input !== null && <PowerAnswer input={input} />}
    </>
  );
}

/** A figure with its label, and below it what is wrong with it. */
function FigureBox({
  figure: { label, step, value },
  wrong,
  onChange,
}: {
  figure: Filled;
  wrong: string | undefined;
  onChange: (value: number | null) => void;
}) {
  const id = useId();
  return (
    <span className="tq-box">
      <label className="tq-label" htmlFor={id}>
        {label}
      </label>
      <InputNumber<number>
        id={id}
        className="tq-figure"
        step={step}
        value={value}
        status={wrong === undefined ? '' : 'error'}
        aria-invalid={wrong !== undefined}
        aria-describedby={wrong === undefined ? undefined : `${id}-wrong`}
        onChange={onChange}
      />
      {wrong !== undefined && (
        <span id={`${id}-wrong`} className="err sm" role="alert">
          {wrong}
        </span>
      )}
    </span>
  );
}

function PowerAnswer({ input }: { input: PowerOptions }) {
  const answer = trpc.datasets.calculatePower.useQuery(input, {
    staleTime: Infinity,
    placeholderData: (previous) => previous,
    retry: false,
  });
  if (answer.isError)
    return (
      <RequestFailed
        text="The power could not be computed."
        error={answer.error}
        onRetry={answer.refetch}
      />
    );
  if (answer.data === undefined) return null;
  const { sentence, code } = answer.data;
  return (
    <div aria-busy={answer.isPlaceholderData}>
      <PowerFinding result={answer.data} />
      <CopyAs
        result={{ sentence, apa: '', code }}
        call={{ path: '/api/v1/power', tool: 'calculate_power', input }}
      />
    </div>
  );
}
