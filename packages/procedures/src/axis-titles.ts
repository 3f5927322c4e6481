import { titleOf, type DatasetColumn, type TestResult } from '@columnist/contract';

type Picture = NonNullable<TestResult['picture']>;
type Titled = Pick<DatasetColumn, 'name' | 'label' | 'unit'>;

/** A picture whose axes have the labels and units of their columns. */
export function withTitles(picture: Picture, columns: readonly Titled[]): Picture {
  const titles = new Map(
    columns.flatMap((column) => {
      const title = titleOf(column);
      return title === column.name ? [] : [[column.name, title]];
    }),
  );
  const of = (name: string): string => titles.get(name) ?? name;
  if (titles.size === 0) return picture;
  switch (picture.kind) {
    case 'quantiles':
      return { ...picture, column: of(picture.column) };
    case 'groups':
    case 'intervals':
      return { ...picture, x_name: of(picture.x_name) };
    default:
      return { ...picture, x_name: of(picture.x_name), y_name: of(picture.y_name) };
  }
}
