import type { RegressionOptions } from '@columnist/contract';
import { Skeleton } from 'antd';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { RequestFailed } from '../../ui/request-failed.tsx';
import { useUser } from '../../lib/session.tsx';
import { rowsAsked, type TabProps } from '../../lib/tab-props.ts';
import { PremiumNotice } from '../../ui/premium-notice.tsx';
import { TakenResult } from '../results/taken-result.tsx';
import { useMethod } from '../results/use-method.ts';
import { PredictForm } from './predict-form.tsx';
import { RegressionForm } from './regression-form.tsx';
import {
  firstRegression,
  readRegression,
  sentRegression,
  writeRegression,
} from './regression-question.ts';
import '../results/sentence.css';
import '../results/results.css';
import './models.css';

/**
 * Regression: a formula as in R, chosen or typed; the fit with its tests, diagnostics, predictions
 * and code.
 */
export default function RegressionTab({ dataset: { id }, state, viewed }: TabProps) {
  const [query, setQuery] = useSearchParams();
  const { columns } = viewed.dataset;
  const written = query.get('model');
  const question = useMemo(() => readRegression(written), [written]);
  const method = query.get('method');
  const first = useMemo(() => firstRegression(columns, method), [columns, method]);
  const { subscription_tier: tier } = useUser();
  const rows = rowsAsked(state.view);
  const ask = (next: RegressionOptions) =>
    setQuery(
      (previous) => {
        previous.set('model', writeRegression(next));
        return previous;
      },
      { replace: true },
    );
  return (
    <main className="page gt">
      {tier === 'free' && <PremiumNotice />}
      <RegressionForm
        key={written ?? method ?? ''}
        id={id}
        rows={rows}
        columns={columns}
        question={question ?? first}
        onAsk={ask}
      />
      {question === null && (
        <p className="s3 mt8 sm">
          The answer has coefficients with intervals, tests of the terms, what the model rests on,
          pictures of the residuals, and code that gives the same figures.
        </p>
      )}
      {question !== null && tier === 'paid' && (
        <Answer
          id={id}
          question={sentRegression(question, rows.view)}
          columns={columns}
          onAsk={ask}
        />
      )}
    </main>
  );
}

function Answer({
  id,
  question,
  columns,
  onAsk,
}: {
  id: string;
  question: RegressionOptions;
  columns: TabProps['dataset']['columns'];
  onAsk: (question: RegressionOptions) => void;
}) {
  const asked = { operation: 'fit_regression', options: question } as const;
  const answer = useMethod(id, asked);
  if (answer.isError)
    return (
      <RequestFailed
        text="The model could not be fitted."
        error={answer.error}
        onRetry={answer.refetch}
      />
    );
  if (answer.data === undefined || 'matrix' in answer.data)
    return <Skeleton active={false} title={false} paragraph={{ rows: 10 }} />;
  return (
    <TakenResult
      id={id}
      question={asked}
      result={answer.data}
      onUse={question.method === 'linear' ? () => onAsk({ ...question, errors: 'hc3' }) : null}
      useText="Use HC3 errors"
    >
      <PredictForm id={id} question={question} columns={columns} onAsk={onAsk} />
    </TakenResult>
  );
}
