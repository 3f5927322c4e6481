import type { Dataset } from '@columnist/contract';
import { Popover, Skeleton } from 'antd';
import { useState } from 'react';
import { RequestFailed } from '../../ui/request-failed.tsx';
import { plural } from '../../lib/formats.ts';
import { trpc } from '../../lib/trpc.ts';
import { rowsAsked } from '../../lib/tab-props.ts';
import type { DatasetView } from '../../lib/use-dataset-view.ts';
import { AlertItem } from './alert-item.tsx';
import { ThresholdsForm } from './thresholds-form.tsx';
import './quality.css';

/** So many are shown at first, and all of high severity. */
const shownFirst = 6;

/** What in the data should be checked before it is analysed, by severity, each with its rows. */
export function Alerts({ dataset, state }: { dataset: Dataset; state: DatasetView }) {
  const [all, setAll] = useState(false);
  const view = rowsAsked(state.view);
  const answer = trpc.datasets.alerts.useQuery(
    { id: dataset.id, ...view },
    { staleTime: Infinity, placeholderData: (previous) => previous, retry: false },
  );
  const alerts = answer.data?.alerts ?? [];
  const open = alerts.filter(({ dismissed }) => dismissed === null);
  const dismissed = alerts.filter((alert) => alert.dismissed !== null);
  const shown = all
    ? open
    : open.filter(({ severity }, i) => i < shownFirst || severity === 'high');
  const said = (['high', 'medium', 'low'] as const).flatMap((severity) => {
    const n = open.filter((alert) => alert.severity === severity).length;
    return n === 0 ? [] : [`${n} ${severity}`];
  });
  return (
    <section className="sec mt32" aria-labelledby="alerts-title">
      <header>
        <h2 id="alerts-title">Alerts</h2>
        <p>{said.join(', ')}</p>
        <div className="r">
          {answer.data !== undefined && (
            <Thresholds id={dataset.id} thresholds={answer.data.thresholds} />
          )}
        </div>
      </header>
      {answer.isError && (
        <RequestFailed
          text="Failed to check the data"
          error={answer.error}
          onRetry={answer.refetch}
        />
      )}
      {answer.isPending && <Skeleton active={false} title={false} paragraph={{ rows: 4 }} />}
      {answer.data !== undefined && open.length === 0 && (
        <p className="voice finding-small">
          Nothing here needs a second look{dismissed.length > 0 ? ' any more' : ''}.
        </p>
      )}
      <ul className="alerts">
        {shown.map((alert) => (
          <AlertItem
            key={alert.key}
            id={dataset.id}
            dataset={dataset}
            state={state}
            alert={alert}
          />
        ))}
      </ul>
      {open.length > shown.length && (
        <button type="button" className="btn sml mt12" onClick={() => setAll(true)}>
          Show all {open.length}
        </button>
      )}
      {dismissed.length > 0 && (
        <details className="mt12 dismissed">
          <summary>{plural(dismissed.length, 'dismissed alert')}</summary>
          <ul className="alerts">
            {dismissed.map((alert) => (
              <AlertItem
                key={alert.key}
                id={dataset.id}
                dataset={dataset}
                state={state}
                alert={alert}
              />
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

function Thresholds({ id, thresholds }: Parameters<typeof ThresholdsForm>[0]) {
  const [open, setOpen] = useState(false);
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      open={open}
      onOpenChange={setOpen}
      destroyOnHidden
      content={<ThresholdsForm id={id} thresholds={thresholds} onDone={() => setOpen(false)} />}
    >
      <button type="button" className="btn sml" aria-expanded={open}>
        Thresholds
      </button>
    </Popover>
  );
}
