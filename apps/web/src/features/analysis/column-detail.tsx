import type { CleaningStep, ColumnDescription, Dataset, DatasetColumn } from '@columnist/contract';
import { Dropdown, Skeleton } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { Icon, TypeGlyph } from '../../ui/icons.tsx';
import { AskLink } from '../../ui/ask-link.tsx';
import { isGrouping } from '../results/test-question.ts';
import { RequestFailed } from '../../ui/request-failed.tsx';
import { trpc } from '../../lib/trpc.ts';
import { useMedia } from '../../lib/use-media.ts';
import { filterOf, partsOf, writeView } from '../../lib/view-parts.ts';
import { useCopy } from '../../ui/use-copy.ts';
import { ColumnAbout } from './column-about.tsx';
import { Relabelled } from './relabelled.tsx';
import { kindOf } from './column-words.ts';
import { ColumnFigures } from './column-figures.tsx';
import { Spellings, maySpell } from './spellings.tsx';
import {
  DefinitionsForm,
  asOptions,
  hasDefinitions,
  usual,
  type Definitions,
} from './definitions-form.tsx';
import type { rowsAsked } from '../../lib/tab-props.ts';
import { figuresAsJson, figuresAsTsv } from './figures-text.ts';

interface ColumnDetailProps {
  readonly dataset: Dataset;
  readonly view: ReturnType<typeof rowsAsked>;
  readonly column: DatasetColumn;
  /** The same without the view; undefined of a column that the view made. */
  readonly own: DatasetColumn | undefined;
  /** What is known already, shown until everything is. */
  readonly known: ColumnDescription | undefined;
  readonly place: string;
  readonly onPrevious: (() => void) | null;
  readonly onNext: (() => void) | null;
  readonly onClose: () => void;
  /** Adds a step to the view. */
  readonly onStep: (step: CleaningStep) => void;
}

/**
 * All figures of one column. Arrows step through the columns, Escape closes; on a phone it is the
 * page.
 */
export function ColumnDetail({
  dataset,
  view,
  column,
  own,
  known,
  place,
  onPrevious,
  onNext,
  onClose,
  onStep,
}: ColumnDetailProps) {
  const [definitions, setDefinitions] = useState<Definitions>(usual);
  const detail = trpc.datasets.analyze.useQuery(
    {
      id: dataset.id,
      columns: [column.name],
      plot: true,
      correlations: false,
      ...asOptions(definitions),
      ...view,
    },
    {
      staleTime: Infinity,
      placeholderData: (previous) =>
        previous?.columns[0]?.name === column.name ? previous : undefined,
    },
  );
  const title = useRef<HTMLHeadingElement>(null);
  const phone = useMedia('(max-width: 767px)');
  useStepKeys({ onPrevious, onNext, onClose });
  useEffect(() => {
    if (!phone) return;
    title.current?.focus();
    scrollTo(0, 0);
  }, [phone]);
  const description = detail.data?.columns[0] ?? known;
  return (
    <aside className="dr" aria-label={`Column ${column.name}`}>
      {phone && <h1 className="vh">{dataset.name}</h1>}
      <div className="dh">
        <div>
          <TypeGlyph type={column.type} />
          <h2 ref={title} tabIndex={-1} title={column.name}>
            {column.name}
          </h2>
          <span className="sm s2 kind">{kindOf(column)}</span>
        </div>
        <div className="row">
          <span className="sm s2 nw">{place}</span>
          <button
            type="button"
            className="btn txt ico"
            aria-label="Previous column"
            disabled={onPrevious === null}
            onClick={() => onPrevious?.()}
          >
            <Icon name="up" />
          </button>
          <button
            type="button"
            className="btn txt ico"
            aria-label="Next column"
            disabled={onNext === null}
            onClick={() => onNext?.()}
          >
            <Icon name="down" />
          </button>
          <button type="button" className="btn txt ico" aria-label="Close" onClick={onClose}>
            <Icon name="close" />
          </button>
        </div>
      </div>
      <div className="db">
        {own !== undefined && <ColumnAbout key={own.name} dataset={dataset} column={own} />}
        {own !== undefined && <Relabelled own={own} column={column} />}
        {detail.isError && (
          <RequestFailed
            text="Failed to load the figures"
            error={detail.error}
            onRetry={detail.refetch}
          />
        )}
        {description === undefined ? (
          detail.isPending && <Skeleton active={false} title={false} paragraph={{ rows: 12 }} />
        ) : (
          <>
            <ColumnFigures
              column={column}
              description={description}
              rows={dataset.row_count}
              definitions={definitions}
            />
            {hasDefinitions(column) && (
              <DefinitionsForm
                column={column}
                columns={dataset.columns}
                definitions={definitions}
                onChange={setDefinitions}
              />
            )}
            {maySpell(column, dataset.row_count) && (
              <Spellings
                key={column.name}
                dataset={dataset}
                column={column}
                view={view}
                onMerge={onStep}
              />
            )}
            <Actions
              column={column}
              description={description}
              view={view}
              columns={dataset.columns}
            />
          </>
        )}
      </div>
    </aside>
  );
}

function Actions({
  column,
  description,
  view: { view },
  columns,
}: {
  column: DatasetColumn;
  description: ColumnDescription;
  view: ColumnDetailProps['view'];
  columns: readonly DatasetColumn[];
}) {
  const [copied, copy] = useCopy();
  const items = [
    {
      key: 'tsv',
      label: 'As a table, for a spreadsheet',
      onClick: () => copy(figuresAsTsv(description)),
    },
    { key: 'json', label: 'As JSON', onClick: () => copy(figuresAsJson(description)) },
  ];
  const missingRows =
    writeView({
      ...view,
      filter: filterOf(
        [...partsOf(view?.filter), { column: column.name, op: 'is_missing' }],
        columns,
      ),
    }) ?? '';
  return (
    <p className="acts mt16">
      {(column.type !== 'text' || isGrouping(column)) && (
        <AskLink columns={[column.name]} className="btn pri" about={column.name} />
      )}
      <Dropdown menu={{ items }} trigger={['click']} placement="topLeft">
        <button type="button" className="btn" aria-haspopup="menu">
          <Icon name={copied ? 'check' : 'copy'} />
          {copied ? 'Copied' : 'Copy figures'}
        </button>
      </Dropdown>
      {(column.missing ?? 0) > 0 && (
        <Link
          className="btn"
          to={`?${new URLSearchParams({ tab: 'rows', view: missingRows }).toString()}`}
        >
          <Icon name="filter" />
          Rows where it is missing
        </Link>
      )}
    </p>
  );
}

/** Where arrows and Escape have a meaning of their own. */
const ownKeys =
  'input, textarea, select, [role="radiogroup"], [role="combobox"], [role="menu"], ' +
  '.ant-segmented, .ant-select, .ant-dropdown';

function useStepKeys({
  onPrevious,
  onNext,
  onClose,
}: Pick<ColumnDetailProps, 'onPrevious' | 'onNext' | 'onClose'>): void {
  useEffect(() => {
    const step = (event: KeyboardEvent) => {
      if (
        event.defaultPrevented ||
        event.altKey ||
        event.ctrlKey ||
        event.metaKey ||
        event.shiftKey
      )
        return;
      if (event.target instanceof Element && event.target.closest(ownKeys) !== null) return;
      const actions: Record<string, (() => void) | null> = {
        Escape: onClose,
        ArrowUp: onPrevious,
        ArrowLeft: onPrevious,
        ArrowDown: onNext,
        ArrowRight: onNext,
      };
      const action = actions[event.key] ?? null;
      if (action === null) return;
      event.preventDefault();
      action();
    };
    addEventListener('keydown', step);
    return () => removeEventListener('keydown', step);
  }, [onPrevious, onNext, onClose]);
}
