import type { DatasetColumn } from '@columnist/contract';
import { Select } from 'antd';
import { ColumnOption } from '../../ui/column-option.tsx';

/** How the figures of a column are defined, where there are several ways. */
export interface Definitions {
  readonly quantile_type: (typeof quantileTypes)[number];
  readonly moments_type: (typeof momentsTypes)[number];
  readonly trim: number;
  readonly proportion_interval: 'wilson' | 'exact';
  readonly weights: string | null;
}

const quantileTypes = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const;
const momentsTypes = [1, 2, 3] as const;
const trims = [0.05, 0.1, 0.2, 0.25] as const;
const users: Readonly<Record<number, string>> = {
  6: ', SPSS, Minitab',
  7: ', R, NumPy',
  8: ', nearly median-unbiased',
};
const ofMoments: Readonly<Record<number, string>> = {
  1: '1, of the moments',
  2: '2, SAS, SPSS, pandas',
  3: '3, Minitab',
};

export const usual: Definitions = {
  quantile_type: 7,
  moments_type: 2,
  trim: 0.1,
  proportion_interval: 'wilson',
  weights: null,
};

/** As the call takes them; nothing where all are usual, so that what is known already answers. */
export const asOptions = ({ weights, ...rest }: Definitions) => ({
  ...rest,
  ...(weights === null ? {} : { weights }),
});

interface DefinitionsFormProps {
  readonly column: DatasetColumn;
  readonly columns: readonly DatasetColumn[];
  readonly definitions: Definitions;
  readonly onChange: (definitions: Definitions) => void;
}

/** Whether the figures of a column have definitions to choose, or weights. */
export const hasDefinitions = ({ type }: DatasetColumn): boolean => type !== 'datetime';

const common = { size: 'small', popupMatchSelectWidth: false } as const;

/** Other definitions of the same figures, as other programs have them. */
export function DefinitionsForm(props: DefinitionsFormProps) {
  const { column, definitions, onChange } = props;
  switch (column.type) {
    case 'boolean':
      return (
        <p className="defs mt16">
          Interval of the share{' '}
          <Select
            {...common}
            aria-label="Interval of the share"
            value={definitions.proportion_interval}
            options={[
              { value: 'wilson' as const, label: 'Wilson' },
              { value: 'exact' as const, label: 'exact (Clopper–Pearson)' },
            ]}
            onChange={(next) => onChange({ ...definitions, proportion_interval: next })}
          />
          <WeightedBy {...props} />
        </p>
      );
    case 'number':
      return (
        <p className="defs mt16">
          Quantiles of type{' '}
          <Select
            {...common}
            aria-label="Quantile type"
            value={definitions.quantile_type}
            options={quantileTypes.map((value) => ({
              value,
              label: `${value}${users[value] ?? ''}`,
            }))}
            onChange={(next) => onChange({ ...definitions, quantile_type: next })}
          />
          skewness and kurtosis of type{' '}
          <Select
            {...common}
            aria-label="Type of skewness and kurtosis"
            value={definitions.moments_type}
            options={momentsTypes.map((value) => ({
              value,
              label: ofMoments[value] ?? String(value),
            }))}
            onChange={(next) => onChange({ ...definitions, moments_type: next })}
          />
          trimmed by{' '}
          <Select
            {...common}
            aria-label="Trim"
            value={definitions.trim}
            options={trims.map((value) => ({ value, label: `${100 * value}%` }))}
            onChange={(next) => onChange({ ...definitions, trim: next })}
          />
          <WeightedBy {...props} />
        </p>
      );
    default:
      return (
        <p className="defs mt16">
          Shares <WeightedBy {...props} />
        </p>
      );
  }
}

/** The number column whose values weigh the rows. */
function WeightedBy({ column, columns, definitions, onChange }: DefinitionsFormProps) {
  const weights = columns.filter(({ type, name }) => type === 'number' && name !== column.name);
  return (
    <>
      weighted by{' '}
      <Select
        {...common}
        aria-label="Weights"
        allowClear
        placeholder="nothing"
        value={definitions.weights}
        options={weights.map((one) => ({ value: one.name, label: <ColumnOption column={one} /> }))}
        onChange={(next: string | undefined) => onChange({ ...definitions, weights: next ?? null })}
      />
    </>
  );
}
