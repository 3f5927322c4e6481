import type { Condition, Dataset } from '@columnist/contract';
import { Suspense, lazy, useRef, useState } from 'react';
import { Isolated } from '../../ui/isolated-text.tsx';
import { Icon } from '../../ui/icons.tsx';
import { formatCount, formatShare, plural } from '../../lib/formats.ts';
import { RequestFailed } from '../../ui/request-failed.tsx';
import { loadPart } from '../../lib/load-part.ts';
import { ConditionForm } from './condition-form.tsx';
import { PanelPopover } from '../../ui/panel-popover.tsx';
import { ExpressionInput } from '../../ui/expression-input.tsx';
import { FilterEffect } from './filter-effect.tsx';
import { SavedViews } from './saved-views.tsx';
import type { DatasetView } from '../../lib/use-dataset-view.ts';
import type { Viewed } from '../../lib/use-viewed.ts';
import { sayMisfits } from './view-steps.ts';
import {
  filterOf,
  partsOf,
  partsOfExpression,
  sayPart,
  textOf,
  type FilterPart,
} from '../../lib/view-parts.ts';
import './views.css';

const StepsPanel = lazy(() => loadPart(() => import('./steps-panel.tsx')));

interface ViewBarProps {
  /** As uploaded, without the view. */
  readonly dataset: Dataset;
  readonly state: DatasetView;
  readonly viewed: Viewed;
}

/**
 * What every tab of the page is about: a filter that is typed or built, steps, saved views, and
 * what is left of the rows.
 */
export function ViewBar({ dataset, state, viewed }: ViewBarProps) {
  const { view, change, undo, redo } = state;
  const [typed, setTyped] = useState('');
  const [building, setBuilding] = useState(false);
  const [steps, setSteps] = useState(false);
  const toSteps = useRef<HTMLButtonElement>(null);
  const { columns } = viewed.dataset;
  const parts = partsOf(view.filter);
  const stepCount =
    (view.clean?.length ?? 0) +
    (view.impute?.length ?? 0) +
    (view.derive?.length ?? 0) +
    (view.drop_missing === undefined ? 0 : 1) +
    (view.sample === undefined ? 0 : 1);
  const setParts = (next: readonly FilterPart[]) => change({ filter: filterOf(next, columns) });
  const add = (added: readonly FilterPart[]) => {
    const said = new Set(added.map(sayPart));
    setParts([...parts.filter((part) => !said.has(sayPart(part))), ...added]);
  };
  return (
    <section className="vb" aria-label="View">
      <div className="vb-row">
        <ExpressionInput
          columns={columns}
          text={typed}
          onChange={setTyped}
          wanted="boolean"
          label="Filter rows"
          placeholder={exampleFor(viewed.dataset)}
          icon
          onEnter={(expression) => {
            add(partsOfExpression(expression));
            setTyped('');
          }}
        />
        <PanelPopover
          open={building}
          onOpenChange={setBuilding}
          placement="bottomLeft"
          content={
            <ConditionForm
              dataset={viewed.dataset}
              onAdd={(condition: Condition) => {
                add([condition]);
                setBuilding(false);
              }}
            />
          }
        >
          <button type="button" className="btn" aria-expanded={building}>
            Add filter
          </button>
        </PanelPopover>
        <button
          ref={toSteps}
          type="button"
          className="btn"
          aria-haspopup="dialog"
          onClick={() => setSteps(true)}
        >
          Steps{stepCount > 0 && <span className="tag">{stepCount}</span>}
        </button>
        <SavedViews dataset={dataset} state={state} />
        {undo !== null && (
          <button type="button" className="btn txt" onClick={undo}>
            Undo
          </button>
        )}
        {redo !== null && (
          <button type="button" className="btn txt" onClick={redo}>
            Redo
          </button>
        )}
        <p className="hit" role="status">
          <Hit dataset={dataset} viewed={viewed} asked={parts.length > 0 || stepCount > 0} />
        </p>
      </div>
      {parts.length > 0 && (
        <div className="vb-chips">
          {parts.map((part) => {
            const said = sayPart(part);
            const others = parts.filter((other) => other !== part);
            return (
              <span key={said} className="chip">
                <button
                  type="button"
                  className="said"
                  title={`Edit ${said}`}
                  onClick={() => {
                    setTyped(textOf(part, columns));
                    setParts(others);
                  }}
                >
                  <Isolated text={said} />
                </button>
                <button
                  type="button"
                  className="btn txt ico"
                  aria-label={`Remove filter ${said}`}
                  onClick={() => setParts(others)}
                >
                  <Icon name="close" />
                </button>
              </span>
            );
          })}
          {parts.length > 1 && (
            <button type="button" className="btn txt" onClick={() => setParts([])}>
              Clear all
            </button>
          )}
        </div>
      )}
      {parts.length > 0 && !viewed.pending && (
        <FilterEffect
          effects={viewed.effects}
          onTake={(condition) => {
            if (parts.length === 1) change({ filter: condition });
            else setTyped(condition);
          }}
          onReplace={(filter) => change({ filter })}
        />
      )}
      {!viewed.pending && <Misfits effects={viewed.effects} />}
      {viewed.error !== null && (
        <RequestFailed
          text="The view could not be applied."
          error={viewed.error}
          onRetry={viewed.retry}
        />
      )}
      {steps && (
        <Suspense>
          <StepsPanel
            dataset={dataset}
            state={state}
            viewed={viewed}
            onClose={() => {
              setSteps(false);
              toSteps.current?.focus();
            }}
          />
        </Suspense>
      )}
    </section>
  );
}

/** Edits that name another row than the file has in that place. */
function Misfits({ effects }: Pick<Viewed, 'effects'>) {
  const said = effects.flatMap((effect) => sayMisfits(effect));
  return said.length === 0 ? null : (
    <p className="vb-effect" role="status">
      <Isolated text={said.join('; ')} />
    </p>
  );
}

function Hit({ dataset, viewed, asked }: { dataset: Dataset; viewed: Viewed; asked: boolean }) {
  const { total } = viewed;
  if (total === null) return <>…</>;
  return (
    <>
      <b>{formatCount(total)}</b>{' '}
      {asked ? `of ${plural(dataset.row_count, 'row')}` : dataset.row_count === 1 ? 'row' : 'rows'}{' '}
      {asked && dataset.row_count > 0 && (
        <span className="s3">{formatShare(total / dataset.row_count)}</span>
      )}
    </>
  );
}

/** A filter that could be typed for this very table. */
function exampleFor({ columns }: Dataset): string {
  const number = columns.find(
    ({ type, name }) => type === 'number' && /^[A-Za-z_][\w.]*$/.test(name),
  );
  const category = columns.find(
    ({ type, name, picture }) =>
      type === 'category' && /^[A-Za-z_][\w.]*$/.test(name) && (picture?.labels?.length ?? 0) > 0,
  );
  const examples = [
    ...(number !== undefined && typeof number.low === 'number' && typeof number.high === 'number'
      ? [`${number.name} > ${Number(((number.low + number.high) / 2).toPrecision(2))}`]
      : []),
    ...(category === undefined
      ? []
      : [`${category.name} = '${category.picture?.labels?.[0] ?? ''}'`]),
  ];
  return examples.length === 0 ? 'Type a filter' : `Type a filter, e.g. ${examples.join(' and ')}`;
}
