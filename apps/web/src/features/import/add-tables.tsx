import type { Dataset, FoundTable } from '@columnist/contract';
import { Button } from 'antd';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { appendAddress } from '../../lib/combine-address.ts';
import { detailOf } from '../../lib/errors.ts';
import { trpc } from '../../lib/trpc.ts';
import { useNotices } from '../../ui/notices.tsx';

interface AddTable {
  /** Rejects where it failed, which was said by then. */
  readonly add: (table: string) => Promise<Dataset>;
  readonly isPending: boolean;
  readonly isSuccess: boolean;
}

/** Makes a dataset of another table of the file that a dataset was imported from. */
export function useAddTable(id: string): AddTable {
  const { message } = useNotices();
  const utils = trpc.useUtils();
  const { mutateAsync, isPending, isSuccess } = trpc.datasets.importTable.useMutation({
    onSuccess: async (made) => {
      await Promise.all([utils.datasets.list.invalidate(), utils.usage.get.invalidate()]);
      void message.success(
        <span>
          Added as <Link to={`/datasets/${made.id}`}>{made.name}</Link>
        </span>,
      );
    },
    onError: (error) => void message.error(detailOf(error, 'Failed to add the table')),
    meta: { dataset: id },
  });
  return { add: (table) => mutateAsync({ id, table }), isPending, isSuccess };
}

/**
 * Makes a dataset of every other table, or of those that are chosen, one after the other; tables of
 * one form can then be put below one another.
 */
export function AddTables({
  dataset: { id, status },
  tables,
  left,
  areChosen,
  isRunning,
  onRunning,
}: {
  readonly dataset: Dataset;
  readonly tables: readonly FoundTable[];
  /** Those that are added only by themselves. */
  readonly left: readonly FoundTable[];
  /** The tables are not all there are. */
  readonly areChosen: boolean;
  readonly isRunning: boolean;
  readonly onRunning: (isRunning: boolean) => void;
}) {
  const navigate = useNavigate();
  const { add } = useAddTable(id);
  const keep = trpc.datasets.commit.useMutation();
  const [made, setMade] = useState<readonly string[]>([]);
  const done = made.length;
  const run = async (then: 'stay' | 'append') => {
    onRunning(true);
    const ids = [...made];
    try {
      for (const { table } of tables.slice(done)) {
        ids.push((await add(table)).id);
        setMade([...ids]);
      }
      if (then === 'stay') return;
      if (status === 'draft') await keep.mutateAsync({ id });
      void navigate(appendAddress([id, ...ids].map((one) => ({ id: one }))));
    } catch {
      // Said by the mutation; what is done stays done.
    } finally {
      onRunning(false);
    }
  };
  if (tables.length === 0) return null;
  return (
    <p className="mt12 row add-tables">
      {(areChosen || tables.length > 1) && (
        <Button
          size="small"
          loading={isRunning}
          disabled={done === tables.length}
          onClick={() => void run('stay')}
        >
          {done === 0
            ? areChosen
              ? `Add the ${tables.length} chosen as ${tables.length === 1 ? 'a dataset' : 'datasets'}`
              : `Add all ${tables.length} others as datasets`
            : `${done} of ${tables.length} added`}
        </Button>
      )}
      <Button size="small" disabled={isRunning} onClick={() => void run('append')}>
        Put {areChosen ? 'these' : 'all'} {tables.length + 1} below one another
      </Button>
      {left.length > 0 && (
        <span className="sm s2">
          Without {left.map(({ table }) => table).join(', ')}, which describes the others.
        </span>
      )}
    </p>
  );
}
