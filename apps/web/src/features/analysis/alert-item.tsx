import type { Alert, Dataset, Severity } from '@columnist/contract';
import { Input, Popover } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Isolated } from '../../ui/isolated-text.tsx';
import { detailOf } from '../../lib/errors.ts';
import { plural } from '../../lib/formats.ts';
import { trpc } from '../../lib/trpc.ts';
import type { DatasetView } from '../../lib/use-dataset-view.ts';
import { columnOfAlert, rowsOfAlert } from '../../lib/rows-of-alert.ts';
import { withStep, writeView } from '../../lib/view-parts.ts';
import { AskLink } from '../../ui/ask-link.tsx';
import { Icon } from '../../ui/icons.tsx';
import { useNotices } from '../../ui/notices.tsx';
import { isGrouping } from '../results/test-question.ts';

const words: Readonly<Record<Severity, { readonly tag: string; readonly word: string }>> = {
  high: { tag: 'err', word: 'High' },
  medium: { tag: 'warn', word: 'Medium' },
  low: { tag: '', word: 'Low' },
};
/** Columns of an alert that a question is filled with. */
const askedAtMost = 8;

interface AlertItemProps {
  readonly id: string;
  readonly dataset: Dataset;
  readonly state: DatasetView;
  readonly alert: Alert;
}

/** What was found, why it matters, and where to go from it: its rows, a question, a remedy. */
export function AlertItem({ id, dataset, state, alert }: AlertItemProps) {
  const { tag, word } = words[alert.severity];
  const rows = rowsOfAlert(alert, state.view, dataset.columns);
  const remedied =
    alert.remedy === null ? null : writeView(withStep(state.view, alert.remedy.view, dataset));
  const [first, second] = alert.columns;
  const asked = alert.columns
    .filter((name) =>
      dataset.columns.some(
        (column) => column.name === name && (column.type !== 'text' || isGrouping(column)),
      ),
    )
    .slice(0, askedAtMost);
  const seen = columnOfAlert(alert);
  const inSight = seen === undefined ? {} : { column: seen };
  const written = writeView(state.view);
  const kept = written === null ? {} : { view: written };
  return (
    <li>
      <span className={`tag ${tag}`}>{word}</span>
      <div className="alert-said">
        <b>
          <Isolated text={alert.said} />
        </b>{' '}
        <span className="s2">
          <Isolated text={alert.fix} />
        </span>
        <details className="alert-why">
          <summary aria-label={`Why: ${alert.said}`}>Why</summary>
          <p>
            <Isolated text={alert.why} />
          </p>
        </details>
        {alert.dismissed !== null && (
          <small>
            {alert.dismissed.by}: “{alert.dismissed.reason}”
          </small>
        )}
      </div>
      <div className="alert-do">
        {rows !== null && (
          <Link
            className="btn sml"
            to={rows}
            aria-label={`${alert.count === null ? 'Rows' : plural(alert.count, 'row')}: ${alert.said}`}
          >
            {alert.count === null ? 'Rows' : plural(alert.count, 'row')}
          </Link>
        )}
        {alert.kind === 'other_table' && (
          <Link
            className="btn sml"
            to={`/datasets/${id}/import`}
            aria-label={`Change how it is read: ${alert.said}`}
          >
            Change how it is read
          </Link>
        )}
        {alert.kind === 'high_correlation' && first !== undefined && second !== undefined && (
          <Link
            className="btn sml"
            to={`?${new URLSearchParams({ tab: 'relationships', x: first, y: second, ...kept }).toString()}`}
            aria-label={`See pair ${first} and ${second}`}
          >
            See pair
          </Link>
        )}
        {rows === null && second === undefined && first !== undefined && (
          <Link
            className="btn sml"
            to={`?${new URLSearchParams({ tab: 'columns', column: first, ...kept }).toString()}`}
            aria-label={`See column ${first}`}
          >
            See column
          </Link>
        )}
        {asked.length > 0 && (
          <AskLink columns={asked} about={`${asked.join(', ')}. ${alert.said}`}>
            Ask
          </AskLink>
        )}
        {alert.remedy !== null && remedied !== null && alert.dismissed === null && (
          <Link
            className="btn sml"
            to={`?${new URLSearchParams({ tab: 'rows', view: remedied, ...inSight }).toString()}`}
            aria-label={`${alert.remedy.said}: ${alert.said}`}
          >
            <Isolated text={alert.remedy.said} />
          </Link>
        )}
        {alert.dismissed === null ? (
          <Dismiss id={id} alert={alert} />
        ) : (
          <Restore id={id} alert={alert} />
        )}
      </div>
    </li>
  );
}

function Dismiss({ id, alert }: { id: string; alert: Alert }) {
  const { message } = useNotices();
  const utils = trpc.useUtils();
  const [open, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const dismiss = trpc.datasets.dismissAlert.useMutation({
    onSuccess: () => {
      setOpen(false);
      return utils.datasets.alerts.invalidate({ id });
    },
    onError: (error) => void message.error(detailOf(error, 'Failed to dismiss the alert')),
  });
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      open={open}
      onOpenChange={setOpen}
      destroyOnHidden
      content={
        <form
          className="dismiss"
          onSubmit={(event) => {
            event.preventDefault();
            if (reason.trim() !== '') dismiss.mutate({ id, key: alert.key, reason });
          }}
        >
          <label htmlFor="dismiss-reason">Why may it stay?</label>
          <Input
            id="dismiss-reason"
            autoFocus
            maxLength={500}
            placeholder="Known: the sensor was off"
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
          <button
            type="submit"
            className="btn pri sml"
            disabled={reason.trim() === '' || dismiss.isPending}
          >
            Dismiss alert
          </button>
        </form>
      }
    >
      <button
        type="button"
        className="btn txt sml"
        aria-expanded={open}
        aria-label={`Dismiss: ${alert.said}`}
      >
        Dismiss
      </button>
    </Popover>
  );
}

function Restore({ id, alert }: { id: string; alert: Alert }) {
  const { message } = useNotices();
  const utils = trpc.useUtils();
  const restore = trpc.datasets.restoreAlert.useMutation({
    onSuccess: () => utils.datasets.alerts.invalidate({ id }),
    onError: (error) => void message.error(detailOf(error, 'Failed to restore the alert')),
  });
  return (
    <button
      type="button"
      className="btn txt sml"
      disabled={restore.isPending}
      aria-label={`Restore: ${alert.said}`}
      onClick={() => restore.mutate({ id, key: alert.key })}
    >
      <Icon name="refresh" />
      Restore
    </button>
  );
}
