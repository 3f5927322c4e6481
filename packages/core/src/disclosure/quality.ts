import {
  fewestRows,
  alerts,
  alertTable,
  AppError,
  operations,
  overview,
  recommendation,
  type Alert,
  type Alerts,
  type Overview,
  type View,
} from '@columnist/contract';
import type { Disclosure } from './disclosure.ts';

/** Of all rows alone, and of no table so small that its counts are of single rows. */
const whole = { columns: ['*'], by: [], small: 'hidden', fewest: 20, complete: true } as const;

/**
 * Counts of missing values and of repeated rows; patterns of at least 5 rows. Where values are
 * missing is left out: a run of rows may be one.
 */
const hideInOverview = (answer: Overview): Overview => ({
  ...answer,
  missing: answer.missing.map((column) => ({ ...column, by_position: [] })),
  patterns: answer.patterns.filter(({ n }) => n >= fewestRows),
});

/**
 * Kinds that are no more than a count of rows, with what is said of them; the others are decided by
 * a few values, or name some. Neither the measure nor the rows nor a step with values is shown.
 */
const hideInAlerts = (found: readonly Alert[]): Alert[] =>
  found.flatMap((alert) => {
    const said = alertTable.get(alert.kind)?.withheld ?? null;
    if (said === null || (alert.count !== null && alert.count < fewestRows)) return [];
    return [
      {
        ...alert,
        said,
        measure: null,
        rows: null,
        sort: null,
        remedy: null,
        dismissed:
          alert.dismissed === null
            ? null
            : {
                ...alert.dismissed,
                reason: 'Withheld: this credential may not read rows.',
                by: '',
              },
      },
    ];
  });

export function lookingOver(input: unknown): Disclosure {
  const asked = operations.datasets.overview.input.parse(input);
  return {
    ...whole,
    id: asked.id,
    view: asked.view,
    ask: (view) => ({ ...asked, view }),
    show: (answer) => hideInOverview(overview.parse(answer)),
  };
}

export function lookingForAlerts(input: unknown): Disclosure {
  const asked = operations.datasets.alerts.input.parse(input);
  if (asked.thresholds !== undefined)
    throw new AppError(
      'forbidden',
      'A credential that may not read rows gets alerts by the thresholds of the dataset: ' +
        'others would measure what they compare.',
      { fix: "Leave out 'thresholds'." },
    );
  const show = (answer: unknown): Alerts => {
    const found = alerts.parse(answer);
    return { ...found, alerts: hideInAlerts(found.alerts) };
  };
  return { ...whole, id: asked.id, view: asked.view, ask: (view) => ({ ...asked, view }), show };
}

export function profiling(input: unknown): Disclosure {
  const asked = operations.datasets.profile.input.parse(input);
  const show = (answer: unknown): unknown => {
    const found = operations.datasets.profile.output.parse(answer);
    return {
      overview: hideInOverview(found.overview),
      alerts: { ...found.alerts, alerts: hideInAlerts(found.alerts.alerts) },
    };
  };
  return {
    ...whole,
    id: asked.id,
    view: asked.view,
    ask: (view: View | undefined) => ({ ...asked, view }),
    show,
  };
}

/** The name of a test alone: what was checked to find it leans on single values. */
export function recommending(input: unknown): Disclosure {
  const asked = operations.datasets.recommendTest.input.parse(input);
  const show = (answer: unknown): unknown => {
    const found = recommendation.parse(answer);
    const options = Object.fromEntries(
      Object.entries(found.options).filter(
        ([name]) => name !== 'groups' || asked.groups !== undefined,
      ),
    );
    return {
      ...found,
      options,
      why: 'By the types of the columns and the number of groups.',
      rejected: [],
      checks: [],
    };
  };
  return {
    ...whole,
    columns: [asked.value, asked.by],
    id: asked.id,
    view: asked.view,
    ask: (view) => ({ ...asked, view }),
    show,
  };
}
