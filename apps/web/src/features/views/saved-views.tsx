import type { Dataset, SavedView } from '@columnist/contract';
import { Input } from 'antd';
import { useState } from 'react';
import { Isolated } from '../../ui/isolated-text.tsx';
import { Icon } from '../../ui/icons.tsx';
import { useNotices } from '../../ui/notices.tsx';
import { useOfferUndo } from '../../ui/use-offer-undo.tsx';
import { PanelPopover } from '../../ui/panel-popover.tsx';
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
    <PanelPopover
      open={open}
      onOpenChange={setOpen}
      placement="bottomRight"
      content={<Names dataset={dataset} state={state} onDone={() => setOpen(false)} />}
    >
      <button type="button" className="btn" aria-expanded={open}>
        Views
        <Icon name="down" />
      </button>
    </PanelPopover>
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
  const restore = trpc.datasets.putView.useMutation({
    onSuccess: again,
    onError: (error) => void message.error(detailOf(error, 'Failed to restore the view')),
  });
  const offerUndo = useOfferUndo();
  const forget = trpc.datasets.deleteView.useMutation({
    onError: (error) => void message.error(detailOf(error, 'Failed to delete the view')),
  });
  const remove = ({ name, view: deleted }: SavedView) => {
    // Not mutate's own onSuccess: that is dropped when this list is closed.
    void forget.mutateAsync({ id, name }).then(
      async () => {
        await again();
        offerUndo(`deleted-view-${id}-${name}`, `View ${name} deleted`, () =>
          restore.mutate({ id, name, view: deleted }),
        );
      },
      () => undefined,
    );
  };
  const [isNameless, setNameless] = useState(false);
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
              <small>
                <Isolated text={saved.in_words.join('; ') || 'all rows'} />
              </small>
              <small>
                {saved.saved_by === null ? 'Saved' : `${saved.saved_by},`}{' '}
                {formatDay(saved.updated_at)}
              </small>
            </button>
            <button
              type="button"
              className="btn txt ico"
              aria-label={`Delete view ${saved.name}`}
              onClick={() => remove(saved)}
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
          status={isNameless ? 'error' : ''}
          aria-invalid={isNameless}
          aria-describedby={isNameless ? 'view-nameless' : undefined}
          onChange={() => setNameless(false)}
          onSearch={(name) => {
            if (name.trim() === '') setNameless(true);
            else put.mutate({ id, name, view });
          }}
        />
      )}
      {isNameless && (
        <p id="view-nameless" className="err sm" role="alert">
          Give the view a name.
        </p>
      )}
    </div>
  );
}
