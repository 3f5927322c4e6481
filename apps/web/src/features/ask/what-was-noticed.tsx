import type { Alert, Dataset } from '@columnist/contract';
import { Link, useSearchParams } from 'react-router-dom';
import { Isolated } from '../../ui/isolated-text.tsx';
import { plural } from '../../lib/formats.ts';
import type { DatasetView } from '../../lib/use-dataset-view.ts';
import { rowsOfAlert } from '../../lib/rows-of-alert.ts';
import { withStep, writeView } from '../../lib/view-parts.ts';
import { Note } from '../../ui/note.tsx';

interface WhatWasNoticedProps {
  /** None while they are asked for. */
  readonly alerts: readonly Alert[];
  /** As uploaded. */
  readonly dataset: Dataset;
  readonly state: DatasetView;
  /** The names of the columns that are asked about. */
  readonly chosen: readonly string[];
}

/** Grave alerts that are shown; the others are on the overview. */
const shownAtMost = 2;

/**
 * What in the asked columns would change the answer and that nobody dismissed, each with its rows
 * and with the same question after its remedy.
 */
export function WhatWasNoticed({ alerts, dataset, state, chosen }: WhatWasNoticedProps) {
  const found = alerts.filter(({ dismissed }) => dismissed === null);
  // Spellings make groups of their own: none of these is left to the overview.
  const spelled = found.filter(
    ({ kind, columns }) => isOfSpelling(kind) && columns.some((name) => chosen.includes(name)),
  );
  const grave = found.filter((alert) => matters(alert, chosen));
  const noticed = [...spelled, ...grave];
  const shown = spelled.length + shownAtMost;
  return (
    <>
      {noticed.slice(0, shown).map((alert, i) => (
        <Note
          key={alert.key}
          kind="warn"
          action={<Ways alert={alert} dataset={dataset} state={state} />}
        >
          Look at this before you use the answer: {alert.said}
          {i === shown - 1 && noticed.length > shown && (
            <> {plural(noticed.length - shown, 'more alert')} on the overview.</>
          )}
        </Note>
      ))}
    </>
  );
}

const isOfSpelling = (kind: Alert['kind']): boolean =>
  kind === 'whitespace' || kind === 'case_variants';

/** Columns that go together are what a question is about, and no fault of theirs. */
const matters = ({ severity, kind, columns }: Alert, chosen: readonly string[]) =>
  severity === 'high' &&
  !isOfSpelling(kind) &&
  kind !== 'high_correlation' &&
  (columns.length === 0 || columns.some((name) => chosen.includes(name)));

function Ways({
  alert,
  dataset,
  state,
}: { alert: Alert } & Omit<WhatWasNoticedProps, 'alerts' | 'chosen'>) {
  const [query] = useSearchParams();
  const { remedy, count } = alert;
  const seen = rowsOfAlert(alert, state.view, dataset.columns);
  // A derived column is another one than the question asks about.
  const remedied =
    remedy === null || remedy.view.derive !== undefined
      ? null
      : writeView(withStep(state.view, remedy.view, dataset));
  const asked = new URLSearchParams(query);
  if (remedied !== null) asked.set('view', remedied);
  return (
    <span className="ask-ways">
      {seen !== null && (
        <Link
          className="btn sml"
          to={seen}
          aria-label={`${count === null ? 'Rows' : plural(count, 'row')}: ${alert.said}`}
        >
          {count === null ? 'Rows' : plural(count, 'row')}
        </Link>
      )}
      {remedy !== null && remedied !== null && (
        <Link
          className="btn sml"
          to={`?${asked.toString()}`}
          aria-label={`${remedy.said}, and ask again: ${alert.said}`}
        >
          <Isolated text={remedy.said} />
        </Link>
      )}
    </span>
  );
}
