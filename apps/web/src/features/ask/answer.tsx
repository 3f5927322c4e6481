import { testQuestion, type TestQuestion } from '@columnist/contract';
import { Skeleton } from 'antd';
import { useMemo, type ReactNode } from 'react';
import { useSettled } from '../../lib/use-settled.ts';
import { RequestFailed } from '../../ui/request-failed.tsx';
import { TakenResult } from '../results/taken-result.tsx';
import { useMethod } from '../results/use-method.ts';
import { MatrixResult } from './matrix-result.tsx';

interface AnswerProps {
  readonly id: string;
  readonly asked: TestQuestion;
  /** Before what the server says where it refuses. */
  readonly refused: string;
  /** What should be done about a refusal, in the words of the form. */
  readonly words?: (text: string) => string;
  /** Asks by what an answer recommends; null where nothing else can be asked. */
  readonly onUse: ((method: string) => void) | null;
  /** What the button of the recommendation says, where it is not the name of a method. */
  readonly useText?: string;
  /** Beside the buttons that keep it and take it along. */
  readonly children?: ReactNode;
}

/** The answer, as soon as the choices have rested; until it is there the one before stays, dimmed. */
export function Answer({ id, asked, refused, words, onUse, useText, children }: AnswerProps) {
  const text = JSON.stringify(asked);
  const settledText = useSettled(text);
  const settled = useMemo(() => testQuestion.parse(JSON.parse(settledText)), [settledText]);
  const answer = useMethod(id, settled, true);
  const isOld = answer.isPlaceholderData || settledText !== text;
  if (answer.isError && !isOld)
    return (
      <RequestFailed
        text={refused}
        error={answer.error}
        onRetry={answer.refetch}
        {...(words === undefined ? {} : { words })}
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
            <TakenResult
              id={id}
              question={settled}
              result={result}
              onUse={onUse}
              {...(useText === undefined ? {} : { useText })}
            >
              {children}
            </TakenResult>
          )}
        </div>
      )}
    </>
  );
}
