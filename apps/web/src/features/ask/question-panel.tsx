import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import { Note } from '../../ui/note.tsx';
import { RequestFailed } from '../../ui/request-failed.tsx';
import { useUser } from '../../lib/session.tsx';
import { trpc } from '../../lib/trpc.ts';
import { isRefusal } from '../../lib/errors.ts';
import { Advice, AdviceWithoutPro } from './advice.tsx';
import { correlationOf, inWordsOf, pairOf, resolved, unfitOf } from './advised-question.ts';
import { Answer } from './answer.tsx';
import type { PanelProps } from './panel-props.ts';
import { ProAnswer } from './pro-answer.tsx';
import { formOf, isAutomatic, nameOfMethod } from '../results/methods.ts';
import { callOf, choose, type Question } from '../results/test-question.ts';
import { QuestionSentence } from './question-sentence.tsx';
import { SamplingNote } from './sampling-note.tsx';
import { addressOf, questionIn } from '../results/calls.ts';

/** A question as a sentence, the test that fits it with the reason, and its answer. */
export function QuestionPanel({ id, rows, columns, question, onAsk }: PanelProps<Question>) {
  const isPro = useUser().subscription_tier === 'paid';
  const auto = isAutomatic(question.method);
  const pair = useMemo(() => pairOf(question, columns), [question, columns]);
  const isAdvised = isPro && pair !== null;
  const advice = trpc.datasets.recommendTest.useQuery(
    { id, ...(pair ?? { value: 'x', by: 'y' }), ...rows },
    { enabled: isAdvised, staleTime: Infinity, retry: false },
  );
  const found = isAdvised ? advice.data : undefined;
  // Of an outcome with two values and a number it is a model.
  const model =
    auto && found?.operation === 'fit_regression'
      ? questionIn({
          operation: found.operation,
          options: { ...found.options, ...(rows.view === undefined ? {} : { view: rows.view }) },
        })
      : null;
  const method = auto && model === null ? found : undefined;
  const correlation = useMemo(
    () => (isPro ? null : correlationOf(question, columns)),
    [isPro, question, columns],
  );
  const concrete = useMemo(
    () => (method === undefined ? (correlation ?? question) : resolved(question, method)),
    [question, method, correlation],
  );
  const unfit = unfitOf(question, columns, rows.view !== undefined);
  const asked = useMemo(() => callOf(concrete, rows.view), [concrete, rows.view]);
  const ready = asked !== null && unfit === null;
  const use = (name: string) => onAsk(choose(concrete, name, columns));
  // The question of two columns that has this method among its answers.
  const leave = () =>
    onAsk(choose(question, pair?.paired === true ? 'auto_pairs' : 'auto', columns));
  const included = isPro || formOf(concrete.ask, concrete.method)?.definition?.tier === 'free';
  const choosing = isAdvised && advice.isPending;
  return (
    <>
      <QuestionSentence
        id={id}
        rows={rows}
        columns={columns}
        question={question}
        concrete={concrete}
        onChange={onAsk}
      />
      <SamplingNote question={question} columns={columns} onAsk={onAsk} />
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
      {isAdvised && advice.isError && (
        <RequestFailed
          text={
            auto && isRefusal(advice.error)
              ? 'No test fits this question.'
              : 'No test could be recommended.'
          }
          error={advice.error}
          onRetry={advice.refetch}
        />
      )}
      {found !== undefined && (
        <Advice advice={found} own={auto ? null : question.method} onUse={use} onAuto={leave} />
      )}
      {correlation !== null && <AdviceWithoutPro onUse={use} />}
      {(model !== null || !ready) && (
        <div className="tq-go">
          {model !== null && (
            <Link className="btn sml" to={addressOf(model)}>
              Change the model
            </Link>
          )}
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
      {!included && unfit === null && <ProAnswer purpose={question.ask} />}
      {model !== null && included && (
        <Answer id={id} asked={model} refused="The model could not be fitted." onUse={null} />
      )}
      {asked !== null && ready && included && (
        <Answer
          id={id}
          asked={asked}
          refused="The test could not be run."
          words={(text) => inWordsOf(formOf(concrete.ask, concrete.method), text)}
          onUse={use}
        />
      )}
    </>
  );
}
