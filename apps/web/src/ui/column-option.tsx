import { titleOf, type DatasetColumn } from '@columnist/contract';
import { TypeGlyph } from './icons.tsx';

/**
 * A column in a list to choose from: its type, its name, and its title where it has another. The
 * name is a box of its own, because a text directly in a flex box is cut without an ellipsis.
 */
export function ColumnOption({
  column,
}: {
  readonly column: Pick<DatasetColumn, 'name' | 'type' | 'label' | 'unit'>;
}) {
  const { name, type } = column;
  const title = titleOf(column);
  return (
    <span className="with-glyph">
      <TypeGlyph type={type} />
      <bdi>{name}</bdi>
      {title !== name && <bdi className="s3 xs">{title}</bdi>}
    </span>
  );
}
