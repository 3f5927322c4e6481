import type { TestQuestion } from '@columnist/contract';
import { Link } from 'react-router-dom';
import { Icon } from '../../ui/icons.tsx';
import { sameQuestion, useReport } from './report-store.ts';

/** Chooses a result for the report of its dataset. */
export function AddToReport({
  id,
  question,
  onAdd,
}: {
  id: string;
  question: TestQuestion;
  onAdd: () => void;
}) {
  const { report, isFull, change } = useReport(id);
  const isIn = report.items.some((item) => sameQuestion(item.question, question));
  if (isIn) {
    return (
      <Link className="btn sml" to="?tab=report">
        <Icon name="check" />
        In the report
      </Link>
    );
  }
  return (
    <button
      type="button"
      className="btn sml"
      disabled={isFull}
      onClick={() => {
        change({ ...report, items: [...report.items, { question, note: '' }] });
        onAdd();
      }}
    >
      <Icon name="plus" />
      Add to report
    </button>
  );
}
