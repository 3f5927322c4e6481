import type { Dataset, DatasetColumn } from '@columnist/contract';
import { useEffect, useRef, useState } from 'react';
import { Icon } from '../../ui/icons.tsx';
import { ColumnAboutForm } from './column-about-form.tsx';
import './column-about.css';

interface ColumnAboutProps {
  readonly dataset: Pick<Dataset, 'id'>;
  readonly column: DatasetColumn;
}

/** What people say about a column, and the form that changes it. */
export function ColumnAbout({ dataset, column }: ColumnAboutProps) {
  const [editing, setEditing] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    if (wasEditing.current && !editing) button.current?.focus();
    wasEditing.current = editing;
  }, [editing]);
  const { label, unit, description, reference, levels, unfit = [] } = column;
  const isEmpty =
    [label, unit, description, reference].every((said) => said === undefined) &&
    column.value_labels === undefined &&
    levels === undefined;
  return (
    <section className="about-col" aria-label={`About ${column.name}`}>
      {editing ? (
        <ColumnAboutForm dataset={dataset} column={column} onDone={() => setEditing(false)} />
      ) : (
        <>
          <div>
            {isEmpty ? (
              <p className="s2">
                No label, unit or description yet. Axes, legends and the data dictionary show them.
              </p>
            ) : (
              <>
                {(label ?? unit) !== undefined && (
                  <p>
                    <b>{label ?? column.name}</b>
                    {unit !== undefined && ` in ${unit}`}
                  </p>
                )}
                {description !== undefined && <p className="said-of">{description}</p>}
                <Values column={column} />
              </>
            )}
            {unfit.map((reason) => (
              <p key={reason} className="sm s2">
                Kept, but not used in this version: {reason}
              </p>
            ))}
          </div>
          <button ref={button} type="button" className="btn" onClick={() => setEditing(true)}>
            <Icon name="pencil" />
            {isEmpty ? 'Describe' : 'Edit'}
          </button>
        </>
      )}
    </section>
  );
}

/** The values in their order, with what they mean. */
function Values({ column }: { column: DatasetColumn }) {
  const labels = new Map(
    column.value_labels?.map(({ value, label }) => [String(value), label]) ?? [],
  );
  const values = column.levels ?? [...labels.keys()];
  if (values.length === 0) return null;
  return (
    <ol
      className="levels-of"
      aria-label={column.levels === undefined ? 'Values' : 'Levels in order'}
    >
      {values.slice(0, 12).map((value) => (
        <li key={value}>
          {labels.has(value) ? `${value} = ${labels.get(value) ?? ''}` : value}
          {value === column.reference && <span className="s2"> reference</span>}
        </li>
      ))}
      {values.length > 12 && <li className="s2">and {values.length - 12} more</li>}
    </ol>
  );
}
