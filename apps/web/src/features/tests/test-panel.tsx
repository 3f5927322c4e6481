import type { TestQuestion } from '@columnist/contract';
import { Skeleton } from 'antd';
import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import { Note } from '../../ui/note.tsx';
import { RequestFailed } from '../../ui/request-failed.tsx';
import { useUser } from '../../lib/session.tsx';
import { trpc } from '../../lib/trpc.ts';
import type { TabProps, rowsAsked } from '../../lib/tab-props.ts';
import { PremiumNotice } from '../../ui/premium-notice.tsx';
import { TierTag } from '../../ui/tier-tag.tsx';
import { AddToReport } from '../results/add-to-report.tsx';
import { ShareResult } from '../results/share-result.tsx';
import { Advice } from './advice.tsx';
import { inWordsOf, pairOf, resolved, unfitOf } from './advised-question.ts';
import { MatrixResult } from './matrix-result.tsx';
import { formOf, isAutomatic, nameOfMethod } from '../results/methods.ts';
import { callOf, choose, type Question } from '../results/test-question.ts';
import { TestResultView } from '../results/test-result.tsx';
import { TestSentence } from './test-sentence.tsx';
import { addressOf, callAs, questionIn } from '../results/calls.ts';
import { useMethod } from '../results/use-method.ts';

interface TestPanelProps {
  /** What the button says. */
  readonly run?: string;
  readonly id: string;
  readonly rows: ReturnType<typeof rowsAsked>;
  readonly columns: TabProps['dataset']['columns'];
  readonly question: Question;
  readonly onAsk: (question: Question) => void;
}

/** A question as a sentence, the test that fits it with the reason, and its answer. */
export function TestPanel({
  id,
  rows,
  columns,
  question,
  onAsk,
  run = 'Run test',
}: TestPanelProps) {
  const { subscription_tier: tier } = useUser();
  const auto = isAutomatic(question.method);
  const pair = useMemo(() => pairOf(question, columns), [question, columns]);
  const advice = trpc.datasets.recommendTest.useQuery(
    { id, ...(pair ?? { value: 'x', by: 'y' }), ...rows },
    { enabled: pair !== null, staleTime: Infinity, retry: false },
  );
  const found = pair === null ? undefined : advice.data;
  // A regression has a tab of its own.
  const model =
    auto && found?.operation === 'fit_regression'
      ? questionIn({
          operation: found.operation,
          options: { ...found.options, ...(rows.view === undefined ? {} : { view: rows.view }) },
        })
      : null;
  const method = auto && model === null ? found : undefined;
  const concrete = useMemo(
    () => (method === undefined ? question : resolved(question, method)),
    [question, method],
  );
  const unfit = unfitOf(question, columns, rows.view !== undefined);
  const asked = useMemo(() => callOf(concrete, rows.view), [concrete, rows.view]);
  const ready = asked !== null && unfit === null;
  const use = (name: string, andRun: boolean) =>
    onAsk({ ...choose(concrete, name, columns), run: andRun });
  // The question of two columns that has this method among its answers.
  const leave = () =>
    onAsk(choose(question, pair?.paired === true ? 'auto_pairs' : 'auto', columns));
  const included =
    tier === 'paid' || formOf(concrete.ask, concrete.method)?.definition?.tier === 'free';
  const choosing = pair !== null && advice.isPending;
  return (
    <>
      {!included && unfit === null && <PremiumNotice />}
      <TestSentence
        id={id}
        rows={rows}
        columns={columns}
        question={question}
        concrete={concrete}
        onChange={onAsk}
      />
      {unfit !== null && (
        <Note
          kind="warn"
          action={
            unfit.use !== null &&
            found === undefined && (
              <button type="button" className="btn sml" onClick={() => use(unfit.use ?? '', false)}>
                Use {nameOfMethod(unfit.use)}
              </button>
            )
          }
        >
          {unfit.text}
        </Note>
      )}
      {pair !== null && advice.isError && (
        <RequestFailed
          text={auto ? 'No test fits this question.' : 'No test could be recommended.'}
          error={advice.error}
          onRetry={advice.refetch}
        />
      )}
      {found !== undefined && (
        <Advice
          advice={found}
          own={auto ? null : question.method}
          onUse={(name) => use(name, false)}
          onAuto={leave}
        />
      )}
      <div className="tq-go">
        {model !== null ? (
          <Link className="btn pri" to={addressOf(model)}>
            Open in Regression
          </Link>
        ) : (
          <button
            type="button"
            className="btn pri"
            disabled={!ready || !included}
            onClick={() => onAsk({ ...question, run: true })}
          >
            {run}
          </button>
        )}
        {!included && <TierTag tier="paid" />}
        {!ready && choosing && auto && (
          <span className="s2 sm" role="status">
            Choosing the test that fits.
          </span>
        )}
        {asked === null && unfit === null && model === null && (pair === null || !auto) && (
          <span className="s2 sm">Choose what is still open above.</span>
        )}
      </div>
      {question.run && ready && included && (
        <Answer
          id={id}
          asked={asked}
          words={(text) => inWordsOf(formOf(concrete.ask, concrete.method), text)}
          onUse={(name) => use(name, true)}
        />
      )}
      {!question.run && (
        <p className="s3 mt8 sm">
          The answer has the test, effect sizes with intervals, its assumptions, and code that gives
          the same figures. Each test is entered into the history.
        </p>
      )}
    </>
  );
}

interface AnswerProps {
  readonly id: string;
  readonly asked: TestQuestion;
  /** What should be done about a refusal, in the words of the form. */
  readonly words: (text: string) => string;
  readonly onUse: (method: string) => void;
}

function Answer({ id, asked, words, onUse }: AnswerProps) {
  const answer = useMethod(id, asked);
  if (answer.isError)
    return (
      <RequestFailed
        text="The test could not be run."
        error={answer.error}
        words={words}
        onRetry={answer.refetch}
      />
    );
  const result = answer.data;
  if (result !== undefined && 'matrix' in result) return <MatrixResult result={result} />;
  if (result === undefined)
    return <Skeleton active={false} title={false} paragraph={{ rows: 10 }} />;
  return (
    <TestResultView result={result} call={callAs(id, asked)} onUse={onUse}>
      <ShareResult id={id} question={asked} />
      <AddToReport id={id} question={asked} />
    </TestResultView>
  );
}
