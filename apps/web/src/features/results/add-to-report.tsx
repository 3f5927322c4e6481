import type { TestQuestion } from '@columnist/contract';
import { Link } from 'react-router-dom';
import { reasonOf } from '../../lib/errors.ts';
import { Icon } from '../../ui/icons.tsx';
import { addItem } from './report-edits.ts';
import { useReport } from './report-store.ts';
import { sameQuestion } from './same-question.ts';

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
  const { report, error, isFull, keeper } = useReport(id);
  if (error !== null) {
    return (
      <button
        type="button"
        className="btn sml"
        title={reasonOf(error)}
        onClick={() => void (report === null ? keeper.refresh() : keeper.save())}
      >
        <Icon name="warning" />
        {report === null ? 'Report not read: try again' : 'Report not saved: try again'}
      </button>
    );
  }
  const isIn = report?.items.some((item) => sameQuestion(item.question, question)) === true;
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
      disabled={report === null || isFull}
      onClick={() => {
        keeper.edit(addItem(question));
        onAdd();
      }}
    >
      <Icon name="plus" />
      Add to report
    </button>
  );
}
