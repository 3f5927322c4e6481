import type { Dataset } from '@columnist/contract';
import { Input, Popover } from 'antd';
import { useState } from 'react';
import { Icon } from '../../ui/icons.tsx';
import { useNotices } from '../../ui/notices.tsx';
import { RequestFailed } from '../../ui/request-failed.tsx';
import { detailOf } from '../../lib/errors.ts';
import { formatDay } from '../../lib/formats.ts';
import { trpc } from '../../lib/trpc.ts';
import type { DatasetView } from '../../lib/use-dataset-view.ts';
import { writeView } from '../../lib/view-parts.ts';

/** The views of a dataset that have a name: to go to one, to save this one, to forget one. */
export function SavedViews({ dataset, state }: { dataset: Dataset; state: DatasetView }) {
  const [open, setOpen] = useState(false);
  return (
    <Popover
      trigger="click"
      open={open}
      onOpenChange={setOpen}
      placement="bottomRight"
      destroyOnHidden
      content={<Names dataset={dataset} state={state} onDone={() => setOpen(false)} />}
    >
      <button type="button" className="btn" aria-expanded={open}>
        Views
        <Icon name="down" />
      </button>
    </Popover>
  );
}

function Names({
  dataset: { id },
  state: { view, replace },
  onDone,
}: {
  dataset: Dataset;
  state: DatasetView;
  onDone: () => void;
}) {
  const { message } = useNotices();
  const utils = trpc.useUtils();
  const views = trpc.datasets.listViews.useQuery({ id });
  const again = () => utils.datasets.listViews.invalidate({ id });
  const put = trpc.datasets.putView.useMutation({
    onSuccess: async ({ name }) => {
      await again();
      void message.success(`Saved as ${name}.`);
      onDone();
    },
    onError: (error) => void message.error(detailOf(error, 'Failed to save the view')),
  });
  const forget = trpc.datasets.deleteView.useMutation({
    onSuccess: again,
    onError: (error) => void message.error(detailOf(error, 'Failed to delete the view')),
  });
  const written = writeView(view);
  return (
    <div className="sv">
      {views.isError && (
        <RequestFailed
          text="Failed to load the saved views."
          error={views.error}
          onRetry={views.refetch}
        />
      )}
      {views.data?.length === 0 && (
        <p className="s2 sm">
          No view is saved yet. Filter rows or add steps, then give them a name.
        </p>
      )}
      <ul>
        {(views.data ?? []).map((saved) => (
          <li key={saved.name}>
            <button
              type="button"
              className="to"
              aria-current={writeView(saved.view) === written}
              onClick={() => {
                replace(saved.view);
                onDone();
              }}
            >
              <b>{saved.name}</b>
              <small>{saved.in_words.join('; ') || 'all rows'}</small>
              <small>
                {saved.saved_by === null ? 'Saved' : `${saved.saved_by},`}{' '}
                {formatDay(saved.updated_at)}
              </small>
            </button>
            <button
              type="button"
              className="btn txt ico"
              aria-label={`Delete view ${saved.name}`}
              onClick={() => forget.mutate({ id, name: saved.name })}
            >
              <Icon name="trash" />
            </button>
          </li>
        ))}
      </ul>
      {written !== null && (
        <Input.Search
          aria-label="Name of this view"
          placeholder="Name of this view"
          enterButton="Save view"
          maxLength={200}
          loading={put.isPending}
          onSearch={(name) => {
            if (name.trim() !== '') put.mutate({ id, name, view });
          }}
        />
      )}
    </div>
  );
}
