import { Segmented } from 'antd';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { rowsAsked, type TabProps } from '../../lib/tab-props.ts';
import { TestPanel } from './test-panel.tsx';
import { PowerPanel } from './power-panel.tsx';
import { firstQuestion, readTest, type Question } from '../results/test-question.ts';
import '../results/sentence.css';
import '../results/results.css';

const panels = [
  { value: 'compare', label: 'Compare' },
  { value: 'relate', label: 'Relate' },
  { value: 'distribution', label: 'Distribution' },
  { value: 'power', label: 'Power' },
] as const;
type Panel = (typeof panels)[number]['value'];
const asks = ['compare', 'relate', 'distribution'] as const;

/**
 * Statistical tests: the question as a sentence, the answer with its assumptions, advice and code;
 * planning.
 */
export default function TestsTab({ dataset: { id }, state, viewed }: TabProps) {
  const [query, setQuery] = useSearchParams();
  const { columns } = viewed.dataset;
  const question = useMemo(() => readTest(query.get('test'), columns, asks), [query, columns]);
  const panel =
    panels.find(({ value }) => value === (query.get('panel') ?? question.ask))?.value ?? 'compare';
  const go = (change: (params: URLSearchParams) => void) =>
    setQuery(
      (previous) => {
        change(previous);
        return previous;
      },
      { replace: true },
    );
  const ask = (next: Question) => go((params) => params.set('test', JSON.stringify(next)));
  const open = (next: Panel) =>
    go((params) => {
      const wanted = asks.find((one) => one === next);
      if (wanted === undefined) params.set('panel', next);
      else {
        params.delete('panel');
        if (wanted !== question.ask)
          params.set('test', JSON.stringify(firstQuestion(wanted, columns)));
      }
    });
  const rows = rowsAsked(state.view);
  return (
    <main className="page gt">
      <Segmented<Panel>
        aria-label="What do you ask?"
        size="middle"
        className="tq-panels"
        options={[...panels]}
        value={panel}
        onChange={open}
      />
      {panel === 'power' && <PowerPanel />}
      {panel !== 'power' && (
        <TestPanel
          key={question.ask}
          id={id}
          rows={rows}
          columns={columns}
          question={question}
          onAsk={ask}
        />
      )}
    </main>
  );
}
