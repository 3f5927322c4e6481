import type { Dataset } from '@columnist/contract';
import { Link } from 'react-router-dom';
import { Icon } from '../../ui/icons.tsx';
import { formatBytes, formatDay, plural, fileTypeOf } from '../../lib/formats.ts';
import { ColumnPicture } from '../../ui/column-picture.tsx';

const picturesShown = 10;

export function DatasetCard({
  dataset,
  isChosen,
  onChoose,
  onDelete,
}: {
  dataset: Dataset;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
  onDelete: () => void;
}) {
  return (
    <article className="card">
      <h3>
        <input
          type="checkbox"
          aria-label={`Choose ${dataset.name}`}
          checked={isChosen}
          onChange={({ target }) => onChoose(target.checked)}
        />
        <Link
          to={
            dataset.status === 'draft'
              ? `/datasets/${dataset.id}/import`
              : `/datasets/${dataset.id}`
          }
          title={dataset.name}
        >
          {dataset.name}
        </Link>
        {dataset.status === 'draft' && <span className="tag warn">Draft</span>}
        <button
          type="button"
          className="btn txt sml ico"
          aria-label={`Delete ${dataset.name}`}
          onClick={onDelete}
        >
          <Icon name="trash" />
        </button>
      </h3>
      <div className="strip bare">
        {dataset.columns
          .slice(0, picturesShown)
          .map(
            ({ name, type, picture }) =>
              picture !== null && (
                <ColumnPicture key={name} name={name} type={type} picture={picture} height={44} />
              ),
          )}
      </div>
      <p className="meta">
        <span>
          {plural(dataset.row_count, 'row')} × {plural(dataset.column_count, 'column')}
        </span>
        <span>
          {fileTypeOf(dataset)} · {formatBytes(dataset.file_size)} · {formatDay(dataset.created_at)}
        </span>
      </p>
    </article>
  );
}

/** The shape of a card that is still to come. */
export function DatasetCardSkeleton() {
  return (
    <article className="card to-come" aria-busy="true" aria-label="Loading a dataset">
      <h3>
        <span className="sk line" />
      </h3>
      <div className="strip bare">
        {Array.from({ length: picturesShown }, (_, i) => (
          <div key={i} className="sk" />
        ))}
      </div>
      <p className="meta">
        <span className="sk line" />
      </p>
    </article>
  );
}
