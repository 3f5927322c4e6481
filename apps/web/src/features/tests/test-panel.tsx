import { testQuestion, type TestQuestion } from '@columnist/contract';
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
import { Advice } from './advice.tsx';
import { inWordsOf, pairOf, resolved, unfitOf } from './advised-question.ts';
import { MatrixResult } from './matrix-result.tsx';
import { formOf, isAutomatic, nameOfMethod } from '../results/methods.ts';
import { callOf, choose, type Question } from '../results/test-question.ts';
import { TakenResult } from '../results/taken-result.tsx';
import { TestSentence } from './test-sentence.tsx';
import { useSettled } from '../../lib/use-settled.ts';
import { addressOf, questionIn } from '../results/calls.ts';
import { useMethod } from '../results/use-method.ts';

interface TestPanelProps {
  readonly id: string;
  readonly rows: ReturnType<typeof rowsAsked>;
  readonly columns: TabProps['dataset']['columns'];
  readonly question: Question;
  readonly onAsk: (question: Question) => void;
}

/** A question as a sentence, the test that fits it with the reason, and its answer. */
export function TestPanel({ id, rows, columns, question, onAsk }: TestPanelProps) {
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
  const use = (name: string) => onAsk(choose(concrete, name, columns));
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
              <button type="button" className="btn sml" onClick={() => use(unfit.use ?? '')}>
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
        <Advice advice={found} own={auto ? null : question.method} onUse={use} onAuto={leave} />
      )}
      {(model !== null || !included || !ready) && (
        <div className="tq-go">
          {model !== null && (
            <Link className="btn pri" to={addressOf(model)}>
              Open in Regression
            </Link>
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
      )}
      {asked !== null && ready && included && (
        <Answer
          id={id}
          asked={asked}
          words={(text) => inWordsOf(formOf(concrete.ask, concrete.method), text)}
          onUse={use}
        />
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

/** The answer, as soon as the choices have rested; until it is there the one before stays, dimmed. */
function Answer({ id, asked, words, onUse }: AnswerProps) {
  const text = JSON.stringify(asked);
  const settledText = useSettled(text);
  const settled = useMemo(() => testQuestion.parse(JSON.parse(settledText)), [settledText]);
  const answer = useMethod(id, settled, true);
  const isOld = answer.isPlaceholderData || settledText !== text;
  if (answer.isError && !isOld)
    return (
      <RequestFailed
        text="The test could not be run."
        error={answer.error}
        words={words}
        onRetry={answer.refetch}
      />
    );
  const result = answer.data;
  return (
    <>
      <p className="vh" role="status">
        {isOld || result === undefined ? 'Computing the answer.' : 'The answer is here.'}
      </p>
      {result === undefined ? (
        <Skeleton active={false} title={false} paragraph={{ rows: 10 }} />
      ) : (
        <div className={isOld ? 'tr-old' : undefined} inert={isOld} aria-busy={isOld}>
          {'matrix' in result ? (
            <MatrixResult result={result} />
          ) : (
            <TakenResult id={id} question={settled} result={result} onUse={onUse} />
          )}
        </div>
      )}
    </>
  );
}
