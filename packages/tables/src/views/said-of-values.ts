import { isNamedByLabels, type CleaningStep } from '@columnist/contract';
import type { TableColumn } from '../table/table-column.ts';

type Recode = Pick<Extract<CleaningStep, { step: 'recode' }>, 'values' | 'others'>;
type Said = Pick<TableColumn, 'value_labels' | 'levels' | 'reference'>;
type Maybe = { readonly [Name in keyof Said]: Said[Name] | undefined };
type Scalar = Recode['values'][number]['to'];

/** What is there of it. */
export const saidOfValues = ({ value_labels: labels, levels, reference }: Maybe): Said => ({
  ...(labels === undefined ? {} : { value_labels: labels }),
  ...(levels === undefined ? {} : { levels }),
  ...(reference === undefined ? {} : { reference }),
});

/**
 * What is said about single values of a column once they are recoded: a label, a place in the order
 * and the reference go with their value. Where values become one, the label stays that of a value
 * that is not changed; labels that differ are dropped, as is one that says what the value says.
 */
export function saidOfRecoded(column: TableColumn, { values, others }: Recode): Said {
  const { value_labels: labels, levels, reference } = column;
  // Names of values are their values, and are what is recoded.
  if (isNamedByLabels(column)) return saidOfValues(column);
  const to = new Map(values.map((one) => [String(one.from), one.to]));
  const imageOf = <Value extends Scalar>(value: Value): Scalar | Value =>
    to.has(String(value)) ? (to.get(String(value)) ?? null) : others === 'keep' ? value : null;
  const isKept = (value: Scalar): boolean => String(imageOf(value)) === String(value);
  const followed = Map.groupBy(
    (labels ?? []).map(({ value, label }) => ({ value, label, image: imageOf(value) })),
    ({ image }) => String(image),
  );
  const moved = [...followed.values()].flatMap((all) => {
    const own = all.find(({ value }) => isKept(value));
    const [first] = own === undefined ? all : [own];
    const isOne = own !== undefined || new Set(all.map(({ label }) => label)).size === 1;
    return first === undefined || first.image === null || !isOne || first.label === first.image
      ? []
      : [{ value: first.image, label: first.label }];
  });
  const texts = (levels ?? []).flatMap((level) => imageOf(level) ?? []).map(String);
  const against = reference === undefined ? null : imageOf(reference);
  return saidOfValues({
    value_labels: moved.length === 0 ? undefined : moved,
    levels: texts.length === 0 ? undefined : [...new Set(texts)],
    reference: against === null ? undefined : String(against),
  });
}
