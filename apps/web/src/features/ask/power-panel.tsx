import {
  kindOf,
  methods,
  powerOptions,
  type AnyMethod,
  type PowerOptions,
} from '@columnist/contract';
import { InputNumber, Select } from 'antd';
import { Fragment, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { RequestFailed } from '../../ui/request-failed.tsx';
import { useUser } from '../../lib/session.tsx';
import { trpc } from '../../lib/trpc.ts';
import { CopyAs } from '../results/copy-as.tsx';
import { PowerFinding } from './power-finding.tsx';
import { ProAnswer } from './pro-answer.tsx';

type Asked = 'n' | 'effect' | 'power';

interface Figure {
  readonly field: string;
  readonly label: string;
  readonly first: number;
}

function figureOf({ method, input }: AnyMethod, field: string): Figure {
  const kind = input[field] === undefined ? undefined : kindOf(input[field]);
  if (kind?.kind !== 'figure' || kind.first === undefined)
    throw new Error(`The design ${method} has no usual '${field}'.`);
  return { field, label: kind.label, first: kind.first };
}

const designs = methods.calculatePower.map((design: AnyMethod) => ({
  method: design.method,
  name: design.title,
  effect: figureOf(design, 'effect'),
  effectOf: (design.effectOf ?? []).map((field) => figureOf(design, field)),
  details: design.details.map((field) => figureOf(design, field)),
}));
const sought: Readonly<Record<Asked, string>> = {
  n: 'How many values are needed',
  effect: 'Which effect can be found',
  power: 'How likely is it to be found',
};

/** Planning a study: two of size, effect and power give the third. */
export function PowerPanel() {
  const [asked, setAsked] = useState<Asked>('n');
  const [figures, setFigures] = useState<Readonly<Record<string, number>>>({
    n: 50,
    power: 0.8,
    alpha: 0.05,
  });
  const [byEffect, setByEffect] = useState(false);
  const isPro = useUser().subscription_tier === 'paid';
  const [query, setQuery] = useSearchParams();
  const design = designs.find((one) => one.method === query.get('design')) ?? designs[0];
  if (design === undefined) return null;
  const { method } = design;
  const effect = figures[`effect ${method}`] ?? design.effect.first;
  const isFrom = design.effectOf.length > 0 && !byEffect;
  const withValues = (some: readonly Figure[]) =>
    some.map((one) => ({ ...one, value: figures[one.field] ?? one.first }));
  const details = withValues(design.details);
  const effectFrom = asked === 'effect' || !isFrom ? [] : withValues(design.effectOf);
  const given = {
    ...(asked === 'n' ? {} : { n: figures['n'] }),
    ...(asked === 'effect' || isFrom ? {} : { effect }),
    ...(asked === 'power' ? {} : { power: figures['power'] }),
    alpha: figures['alpha'],
    ...Object.fromEntries([...effectFrom, ...details].map(({ field, value }) => [field, value])),
  };
  const input = powerOptions.safeParse({ method, ...given });
  const figure = (field: string, label: string, value: number, step: number) => (
    <label className="tq-label">
      {label}{' '}
      <InputNumber
        aria-label={label}
        className="tq-figure"
        step={step}
        value={value}
        onChange={(next) => typeof next === 'number' && setFigures({ ...figures, [field]: next })}
      />
    </label>
  );
  return (
    <>
      <div className="gq tq">
        <Select
          aria-label="What is asked"
          popupMatchSelectWidth={false}
          value={asked}
          options={Object.entries(sought).map(([value, label]) => ({ value, label }))}
          onChange={(next: string) => setAsked(next === 'effect' || next === 'power' ? next : 'n')}
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
        {asked !== 'n' && figure('n', 'n', figures['n'] ?? 50, 1)}
        {asked !== 'effect' && design.effectOf.length > 0 && (
          <Select
            aria-label="The effect is given as"
            popupMatchSelectWidth={false}
            value={byEffect ? 'effect' : 'from'}
            options={[
              { value: 'from', label: design.effectOf.map(({ label }) => label).join(' and ') },
              { value: 'effect', label: design.effect.label },
            ]}
            onChange={(next: string) => setByEffect(next === 'effect')}
          />
        )}
        {effectFrom.map(({ field, label, value }) => (
          <Fragment key={field}>{figure(field, label, value, 0.05)}</Fragment>
        ))}
        {asked !== 'effect' &&
          !isFrom &&
          figure(`effect ${method}`, design.effect.label, effect, 0.05)}
        {asked !== 'power' && figure('power', 'power', figures['power'] ?? 0.8, 0.05)}
        {figure('alpha', 'significance level', figures['alpha'] ?? 0.05, 0.01)}
        {details.map(({ field, label, value }) => (
          <Fragment key={field}>{figure(field, label, value, 1)}</Fragment>
        ))}
      </div>
      {!isPro ? (
        <ProAnswer purpose="power" />
      ) : input.success ? (
        <PowerAnswer input={input.data} />
      ) : (
        <p className="s2">Fill in the figures above: power and the level lie between 0 and 1.</p>
      )}
    </>
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
