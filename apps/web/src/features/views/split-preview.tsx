import { cleaningSteps, type View } from '@columnist/contract';
import { problemIn } from '../../lib/errors.ts';
import { trpc } from '../../lib/trpc.ts';
import { useSettled } from '../../lib/use-settled.ts';
import { CellsTable } from '../../ui/cells-table.tsx';
import { effectOf, type NewStep } from './view-steps.ts';

type Split = Extract<Extract<NewStep, { clean: unknown }>['clean'], { step: 'split_column' }>;

/** The first rows of a column as a step would split it, and what would not fit. */
export function SplitPreview({ id, step, view }: { id: string; step: Split; view: View }) {
  // As texts, which are the same while nothing is typed.
  const asked = useSettled(JSON.stringify({ step, view }));
  const isSettled = asked === JSON.stringify({ step, view });
  const rows = trpc.datasets.rows.useQuery(
    { id, view, columns: [step.column, ...step.into], limit: 5 },
    { enabled: isSettled, retry: false, placeholderData: (previous) => previous },
  );
  if (rows.isError && isSettled) return <p className="sm s2">{problemIn(rows.error)?.detail}</p>;
  if (rows.data === undefined) return null;
  const said = effectOf(cleaningSteps(step).said, rows.data.view_effects ?? []);
  return (
    <div aria-busy={rows.isPlaceholderData || !isSettled}>
      <CellsTable
        label="First rows as they would be split"
        columns={rows.data.columns}
        items={rows.data.items}
      />
      <p className="sm s2 mt8" role="status">
        {said === '' ? 'Every value has so many parts.' : `${said}.`}
      </p>
    </div>
  );
}
