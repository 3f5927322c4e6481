import { resultSpec, type Mode } from '@columnist/charts';
import { powerOptions, type PowerOptions } from '@columnist/contract';
import { InputNumber, Select } from 'antd';
import { useCallback, useState } from 'react';
import { RequestFailed } from '../../app/request-failed.tsx';
import { trpc } from '../../lib/trpc.ts';
import { Chart } from '../analysis/chart.tsx';
import { CopyAs } from './copy-as.tsx';

type Method = PowerOptions['method'];
type Asked = 'n' | 'effect' | 'power';

const designs: readonly {
  readonly method: Method;
  readonly name: string;
  readonly effect: string;
  readonly usual: number;
  readonly extra?: {
    readonly field: 'groups' | 'df';
    readonly label: string;
    readonly usual: number;
  };
}[] = [
  { method: 'two_sample_t', name: 'two-sample t test', effect: 'Cohen’s d', usual: 0.5 },
  { method: 'paired_t', name: 'paired t test', effect: 'Cohen’s d of the differences', usual: 0.5 },
  { method: 'one_sample_t', name: 'one-sample t test', effect: 'Cohen’s d', usual: 0.5 },
  {
    method: 'anova',
    name: 'analysis of variance',
    effect: 'Cohen’s f',
    usual: 0.25,
    extra: { field: 'groups', label: 'groups', usual: 3 },
  },
  { method: 'two_proportions', name: 'test of two proportions', effect: 'Cohen’s h', usual: 0.3 },
  { method: 'one_proportion', name: 'test of one proportion', effect: 'Cohen’s h', usual: 0.3 },
  { method: 'correlation', name: 'correlation', effect: 'r', usual: 0.3 },
  {
    method: 'chi_square',
    name: 'chi-square test',
    effect: 'Cohen’s w',
    usual: 0.3,
    extra: { field: 'df', label: 'degrees of freedom', usual: 2 },
  },
];
const sought: Readonly<Record<Asked, string>> = {
  n: 'How many values are needed',
  effect: 'Which effect can be found',
  power: 'How likely is it to be found',
};

/** Planning a study: two of size, effect and power give the third. */
export function PowerPanel() {
  const [method, setMethod] = useState<Method>('two_sample_t');
  const [asked, setAsked] = useState<Asked>('n');
  const [figures, setFigures] = useState<Readonly<Record<string, number>>>({
    n: 50,
    power: 0.8,
    alpha: 0.05,
  });
  const design = designs.find((one) => one.method === method) ?? designs[0];
  if (design === undefined) return null;
  const effect = figures[`effect ${method}`] ?? design.usual;
  const extra =
    design.extra === undefined ? null : (figures[design.extra.field] ?? design.extra.usual);
  const given = {
    ...(asked === 'n' ? {} : { n: figures['n'] }),
    ...(asked === 'effect' ? {} : { effect }),
    ...(asked === 'power' ? {} : { power: figures['power'] }),
    alpha: figures['alpha'],
    ...(design.extra === undefined ? {} : { [design.extra.field]: extra }),
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
          onChange={(next: Method) => setMethod(next)}
        />
      </div>
      <div className="tq-details">
        {asked !== 'n' && figure('n', 'n', figures['n'] ?? 50, 1)}
        {asked !== 'effect' && figure(`effect ${method}`, design.effect, effect, 0.05)}
        {asked !== 'power' && figure('power', 'power', figures['power'] ?? 0.8, 0.05)}
        {figure('alpha', 'significance level', figures['alpha'] ?? 0.05, 0.01)}
        {design.extra !== undefined &&
          figure(design.extra.field, design.extra.label, extra ?? design.extra.usual, 1)}
      </div>
      {input.success ? (
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
  const picture = answer.data?.picture;
  const spec = useCallback(
    (mode: Mode, width: number) =>
      picture === undefined ? null : resultSpec(picture, [], mode, width),
    [picture],
  );
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
      <section className="sec mt8" aria-labelledby="power-finding">
        <h2 id="power-finding" className="voice tr-lead">
          {sentence}
        </h2>
        <div className="mt16">
          <Chart spec={spec} name="Power by size" height={270} />
        </div>
      </section>
      <CopyAs
        result={{ sentence, apa: '', code }}
        call={{ path: '/api/v1/power', tool: 'calculate_power', input }}
      />
    </div>
  );
}
