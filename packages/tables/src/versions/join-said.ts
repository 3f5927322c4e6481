import type { CountedColumn } from '@columnist/contract';
import type { Note } from '../admission/column-notes.ts';
import { formatNote } from '../formats/typed-table.ts';

type Said = Pick<CountedColumn, 'label' | 'unit' | 'value_labels'>;

/**
 * What the files say of a column whose rows are put below one another: of label and unit the first
 * word counts, labels of values are those of both. A note says where they differ.
 */
export function joinSaid(
  { name, ...above }: Said & Pick<CountedColumn, 'name'>,
  below: Said,
  filename: string,
): { readonly said: Said; readonly notes: Note[] } {
  const label = above.label ?? below.label;
  const unit = above.unit ?? below.unit;
  const labels = above.value_labels ?? [];
  const labelOf = new Map(labels.map((one) => [String(one.value), one.label]));
  const added = (below.value_labels ?? []).filter(({ value }) => !labelOf.has(String(value)));
  const others = (below.value_labels ?? []).flatMap(({ value, label: other }) => {
    const first = labelOf.get(String(value));
    return first === undefined || first === other
      ? []
      : [`${String(value)} is '${other}', not '${first}'`];
  });
  const said = [
    ...(below.unit === undefined || below.unit === unit
      ? []
      : [`its values are in ${below.unit}, those above in ${unit ?? 'no unit'}`]),
    ...(below.label === undefined || below.label === label
      ? []
      : [`it is labelled '${below.label}', not '${label ?? ''}'`]),
    ...others,
  ];
  return {
    said: {
      ...(label === undefined ? {} : { label }),
      ...(unit === undefined ? {} : { unit }),
      ...(labels.length + added.length === 0 ? {} : { value_labels: [...labels, ...added] }),
    },
    notes:
      said.length === 0
        ? []
        : [
            formatNote(
              'said_differently',
              `“${filename}” says of the column otherwise: ${said.join('; ')}. What was said before stays.`,
              name,
              said.length,
            ),
          ],
  };
}
