import type { Dataset, View } from '@columnist/contract';
import { useState, type ReactNode } from 'react';
import { checkTyped, type Wrong } from '../../lib/check-typed.ts';
import { useViewed } from '../../lib/use-viewed.ts';
import { emptyDraft, stepOf, type Draft, type StepKind } from './step-draft.ts';
import { StepInputs } from './step-inputs.tsx';
import type { NewStep } from './view-steps.ts';

interface StepFormProps {
  readonly kind: StepKind;
  readonly dataset: Dataset;
  /** What is done before the step: it works on the columns that this leaves. */
  readonly after: View;
  /** What the step is so far, where one is changed. */
  readonly before?: Draft | undefined;
  /** What the step would do, where it is shown before it is added. */
  readonly preview: (step: NewStep) => ReactNode;
  readonly onAdd: (step: NewStep) => void;
}

/** A step of one kind, before it is added or changed. */
export function StepForm({ kind, dataset, after, before, preview, onAdd }: StepFormProps) {
  const { columns } = useViewed(dataset, after).dataset;
  const [draft, setDraft] = useState(before ?? emptyDraft);
  const [refused, setRefused] = useState<Wrong | null>(null);
  const set = (change: Partial<Draft>) => {
    setRefused(null);
    setDraft({ ...draft, ...change });
  };
  const step = stepOf(kind, draft, columns);
  // A broken expression is refused here, before it empties the table.
  const add = () => {
    const checked = kind === 'derive' ? checkTyped(draft.text, columns, 'any') : null;
    if (checked !== null && 'message' in checked) setRefused(checked);
    else if (step !== null) onAdd(step);
  };
  return (
    <form
      className="step-form"
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      <StepInputs {...{ kind, columns, draft, set, refused }} onEnter={add} />
      {step !== null && preview(step)}
      <button type="submit" className="btn pri" disabled={step === null}>
        {before === undefined ? 'Add step' : 'Change step'}
      </button>
    </form>
  );
}
