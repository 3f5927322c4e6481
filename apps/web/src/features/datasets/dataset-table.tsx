import type { Dataset } from '@columnist/contract';
import { Link } from 'react-router-dom';
import { Icon } from '../../ui/icons.tsx';
import { formatBytes, formatCount, formatDay, fileTypeOf } from '../../lib/formats.ts';
import { ColumnPicture } from '../../ui/column-picture.tsx';

const picturesShown = 8;

/** Datasets as a table: more of them at one look. */
export function DatasetTable({
  items,
  onDelete,
}: {
  items: readonly Dataset[];
  onDelete: (dataset: Dataset) => void;
}) {
  return (
    <div className="scroll-x mt16" role="region" aria-label="Datasets" tabIndex={0}>
      <table className="tb dst">
        <thead>
          <tr>
            <th scope="col">name</th>
            <th scope="col">
              <span className="vh">columns as pictures</span>
            </th>
            <th scope="col" className="num">
              rows
            </th>
            <th scope="col" className="num">
              columns
            </th>
            <th scope="col">type</th>
            <th scope="col" className="num">
              size
            </th>
            <th scope="col">created</th>
            <th scope="col">
              <span className="vh">actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map((dataset) => (
            <tr key={dataset.id}>
              <td>
                <Link
                  to={
                    dataset.status === 'draft'
                      ? `/datasets/${dataset.id}/import`
                      : `/datasets/${dataset.id}`
                  }
                >
                  {dataset.name}
                </Link>{' '}
                {dataset.status === 'draft' && <span className="tag warn">Draft</span>}
              </td>
              <td>
                <span className="dst-strip">
                  {dataset.columns
                    .slice(0, picturesShown)
                    .map(
                      ({ name, type, picture }) =>
                        picture !== null && (
                          <ColumnPicture
                            key={name}
                            name={name}
                            type={type}
                            picture={picture}
                            height={20}
                          />
                        ),
                    )}
                </span>
              </td>
              <td className="num">{formatCount(dataset.row_count)}</td>
              <td className="num">{formatCount(dataset.column_count)}</td>
              <td>{fileTypeOf(dataset)}</td>
              <td className="num">{formatBytes(dataset.file_size)}</td>
              <td className="nw">{formatDay(dataset.created_at)}</td>
              <td>
                <button
                  type="button"
                  className="btn txt sml ico"
                  aria-label={`Delete ${dataset.name}`}
                  onClick={() => onDelete(dataset)}
                >
                  <Icon name="trash" />
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
