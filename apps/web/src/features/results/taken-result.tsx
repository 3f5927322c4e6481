import type { TestQuestion, TestResult } from '@columnist/contract';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Icon } from '../../ui/icons.tsx';
import { AddToReport } from './add-to-report.tsx';
import { callAs } from './calls.ts';
import { ShareResult } from './share-result.tsx';
import { TestResultView } from './test-result.tsx';
import { useKeep } from './use-keep.ts';

interface TakenResultProps {
  readonly id: string;
  readonly question: TestQuestion;
  readonly result: TestResult;
  readonly onUse: ((method: string) => void) | null;
  readonly useText?: string;
  /** Beside the buttons that keep it and take it along. */
  readonly children?: ReactNode;
}

/**
 * A result that can be kept, shared, put into the report or taken along; whichever of these is done
 * first enters its test into the history.
 */
export function TakenResult({ id, question, result, onUse, useText, children }: TakenResultProps) {
  const { kept, isPending, keep } = useKeep(id, question, result);
  return (
    <TestResultView
      result={result}
      call={callAs(id, question)}
      onUse={onUse}
      onTake={keep}
      kept={kept}
      {...(useText === undefined ? {} : { useText })}
    >
      {result.p_value !== null &&
        (kept === true ? (
          <Link className="btn sml" to="?tab=history">
            <Icon name="check" />
            In the history
          </Link>
        ) : (
          <button
            type="button"
            className="btn pri sml"
            disabled={isPending || kept === null}
            onClick={keep}
          >
            Keep
          </button>
        ))}
      <ShareResult id={id} question={question} />
      <AddToReport id={id} question={question} onAdd={keep} />
      {children}
    </TestResultView>
  );
}
