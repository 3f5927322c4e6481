import type { DatasetColumn } from '@columnist/contract';
import { plural } from '../../lib/formats.ts';

/** Labels that are written out. */
const shownAtMost = 12;

/** Says where a step of the view changed values that have labels, and what values mean now. */
export function Relabelled({ own, column }: { own: DatasetColumn; column: DatasetColumn }) {
  const [before, now] = [own.value_labels ?? [], column.value_labels ?? []];
  if (JSON.stringify(before) === JSON.stringify(now)) return null;
  const gone = before.length - now.length;
  const labels = now.slice(0, shownAtMost).map(({ value, label }) => `${String(value)} = ${label}`);
  const said = [
    'A step of this view changed its values.',
    ...(labels.length === 0 ? [] : [`Here ${labels.join(', ')}.`]),
    ...(gone > 0
      ? [
          `${plural(gone, 'label')} no longer ${gone === 1 ? 'fits and is' : 'fit and are'} left out.`,
        ]
      : []),
  ];
  return (
    <p className="sm s2 mt8" role="note">
      {said.join(' ')}
    </p>
  );
}
