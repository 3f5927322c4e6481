import { operations, type Recommendation } from '@columnist/contract';
import { Skeleton } from 'antd';
import { useMemo, useState } from 'react';
import { useUser } from '../../app/session.tsx';
import { RequestFailed } from '../../app/request-failed.tsx';
import type { TabProps, rowsAsked } from '../analysis/tab-props.ts';
import { PremiumNotice } from '../billing/premium-notice.tsx';
import { AddToReport } from '../report/add-to-report.tsx';
import { ShareResult } from '../sharing/share-result.tsx';
import { Advice } from './advice.tsx';
import { MatrixResult } from './matrix-result.tsx';
import { callOf, choose, type Asked, type Field, type TestQuestion } from './test-question.ts';
import { TestResultView } from './test-result.tsx';
import { TestSentence } from './test-sentence.tsx';
import { doors, questionOf, useAnswer } from './use-answer.ts';

interface TestPanelProps {
  /** What the button says. */
  readonly run?: string;
  readonly id: string;
  readonly rows: ReturnType<typeof rowsAsked>;
  readonly columns: TabProps['dataset']['columns'];
  readonly question: TestQuestion;
  readonly onAsk: (question: TestQuestion) => void;
}

/** A question as a sentence, and its answer. */
export function TestPanel({ id, rows, columns, question, onAsk, run = 'Run test' }: TestPanelProps) {
  const [advised, setAdvised] = useState(false);
  const { subscription_tier: tier } = useUser();
  const asked = useMemo(() => callOf(question, rows.view), [question, rows.view]);
  const pair = pairOf(question);
  const use = ({ options }: Pick<Recommendation, 'options'>) => {
    const method = typeof options['method'] === 'string' ? options['method'] : '';
    const fields = Object.fromEntries(Object.entries(options).flatMap(([name, value]): [string, Field][] => (name === 'method' ? [] : typeof value === 'string' ? [[name, value]] : Array.isArray(value) ? [[name, value.filter((one) => typeof one === 'string')]] : [])));
    setAdvised(false);
    onAsk({ ...choose({ ask: question.ask, method, fields, run: false }, method, columns), run: true });
  };
  const free = operations.datasets.association.freeMethods.some((one) => one === question.method);
  return (
    <>
      <TestSentence id={id} rows={rows} columns={columns} question={question} onChange={onAsk} />
      <div className="tq-go">
        <button type="button" className="btn pri" disabled={asked === null} onClick={() => onAsk({ ...question, run: true })}>
          {run}
        </button>
        {pair !== null && (
          <button type="button" className="btn" aria-expanded={advised} onClick={() => setAdvised(!advised)}>
            Which test?
          </button>
        )}
        {asked === null && <span className="s2 sm">Choose what is still open above.</span>}
      </div>
      {advised && pair !== null && <Advice id={id} {...pair} rows={rows} onUse={use} />}
      {question.run && asked !== null && (tier === 'paid' || free ? <Answer id={id} asked={asked} onUse={(method) => onAsk({ ...choose(question, method, columns), run: true })} /> : <PremiumNotice />)}
      {!question.run && !advised && <p className="s3 mt8 sm">The answer has the test, effect sizes with intervals, its assumptions, and code that gives the same figures. Each test is entered into the history.</p>}
    </>
  );
}

/** Two columns that the adviser can look at. */
function pairOf({ ask, fields }: TestQuestion): { readonly value: string; readonly by: string; readonly paired: boolean } | null {
  if (ask === 'series' || ask === 'structure') return null;
  const [value, by] = [fields['value'] ?? fields['x'] ?? fields['event'] ?? fields['column'], fields['group'] ?? fields['other'] ?? fields['y']];
  return typeof value === 'string' && typeof by === 'string' && value !== by ? { value, by, paired: fields['other'] !== undefined } : null;
}

function Answer({ id, asked, onUse }: { id: string; asked: Asked; onUse: (method: string) => void }) {
  const answer = useAnswer(id, asked);
  if (answer.isError) return <RequestFailed text="The test could not be run." error={answer.error} onRetry={answer.refetch} />;
  const result = answer.data;
  if (result !== undefined && 'matrix' in result) return <MatrixResult matrix={result.matrix} />;
  if (result === undefined) return <Skeleton active={false} title={false} paragraph={{ rows: 10 }} />;
  const { path, tool } = doors[asked.operation];
  return (
    <TestResultView result={result} call={{ path: path(id), tool, input: asked.input }} onUse={onUse}>
      <ShareResult id={id} question={questionOf(asked)} />
      <AddToReport id={id} question={questionOf(asked)} />
    </TestResultView>
  );
}
