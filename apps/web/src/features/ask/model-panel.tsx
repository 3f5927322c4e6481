import type { RegressionOptions } from '@columnist/contract';
import { useMemo } from 'react';
import { useUser } from '../../lib/session.tsx';
import { Advice } from './advice.tsx';
import { Answer } from './answer.tsx';
import { PredictForm } from './predict-form.tsx';
import type { PanelProps } from './panel-props.ts';
import { ProAnswer } from './pro-answer.tsx';
import { RegressionForm } from './regression-form.tsx';
import { adviseModel, modelNamed, sentRegression, withMethod } from './regression-question.ts';

/**
 * A regression: a formula as in R, chosen or typed; the fit with its tests, diagnostics, predictions
 * and code.
 */
export function ModelPanel({ id, rows, columns, question, onAsk }: PanelProps<RegressionOptions>) {
  const { subscription_tier: tier } = useUser();
  const advice = useMemo(() => adviseModel(question, columns), [question, columns]);
  const use = (method: string) =>
    onAsk(
      question.method === 'linear' && method === 'linear'
        ? { ...question, errors: 'hc3' }
        : withMethod(question, modelNamed(method)),
    );
  return (
    <>
      <RegressionForm id={id} rows={rows} columns={columns} question={question} onAsk={onAsk} />
      {advice !== null && (
        <Advice
          advice={advice}
          own={advice.method === question.method ? null : question.method}
          onUse={use}
          onAuto={() => use(advice.method)}
        />
      )}
      {tier === 'paid' ? (
        <Answer
          id={id}
          asked={{ operation: 'fit_regression', options: sentRegression(question, rows.view) }}
          refused="The model could not be fitted."
          onUse={question.method === 'linear' ? use : null}
          {...(question.method === 'linear' ? { useText: 'Use HC3 errors' } : {})}
        >
          <PredictForm id={id} question={question} columns={columns} onAsk={onAsk} />
        </Answer>
      ) : (
        <ProAnswer purpose="explain" />
      )}
    </>
  );
}
