import { alertThresholds, type AlertThresholds } from '@columnist/contract';
import { useMutation } from '@tanstack/react-query';
import { InputNumber } from 'antd';
import { useState } from 'react';
import { useNotices } from '../../ui/notices.tsx';
import { detailOf } from '../../lib/errors.ts';
import { trpc } from '../../lib/trpc.ts';

const usual = alertThresholds.parse({});
const fields: readonly {
  readonly name: keyof AlertThresholds;
  readonly label: string;
  readonly share: boolean;
}[] = [
  { name: 'missing', label: 'Missing, of the rows', share: true },
  { name: 'duplicate_rows', label: 'Duplicate, of the rows', share: true },
  { name: 'zeros', label: 'Zeros, of the rows', share: true },
  { name: 'mixed_types', label: 'Texts that are numbers', share: true },
  { name: 'date_like', label: 'Texts written as dates', share: true },
  { name: 'personal_data', label: 'Texts that look personal', share: true },
  { name: 'imbalance', label: 'Imbalance, 0 to 1', share: false },
  { name: 'high_correlation', label: 'Correlation, 0 to 1', share: false },
  { name: 'skewed', label: 'Skewness', share: false },
];

/** From where on there are alerts, kept for the dataset. */
export function ThresholdsForm({
  id,
  thresholds,
  onDone,
}: {
  id: string;
  thresholds: AlertThresholds;
  onDone?: () => void;
}) {
  const { message } = useNotices();
  const utils = trpc.useUtils();
  const [changed, setChanged] = useState<Partial<AlertThresholds>>({});
  const values = { ...thresholds, ...changed };
  const keep = trpc.datasets.setAlertThresholds.useMutation();
  const save = useMutation({
    // The call takes all of them: those that are not changed here are as they were kept last.
    mutationFn: async (some: Partial<AlertThresholds>) => {
      const newest = await utils.client.datasets.alerts.query({ id });
      return keep.mutateAsync({ id, ...newest.thresholds, ...some });
    },
    onSuccess: async () => {
      await utils.datasets.alerts.invalidate({ id });
      onDone?.();
    },
    onError: (error) => void message.error(detailOf(error, 'Failed to keep the thresholds')),
  });
  return (
    <form
      className="thresholds"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(changed);
      }}
    >
      <p className="s2 sm">There is an alert from here on.</p>
      {fields.map(({ name, label, share }) => (
        <label key={name}>
          <span>{label}</span>
          <InputNumber<number>
            size="small"
            min={0}
            max={share ? 100 : name === 'skewed' ? 1000 : 1}
            step={share ? 1 : name === 'skewed' ? 0.5 : 0.05}
            suffix={share ? '%' : undefined}
            value={share ? Number((100 * values[name]).toFixed(6)) : values[name]}
            onChange={(value) =>
              setChanged({
                ...changed,
                [name]: value === null ? usual[name] : share ? value / 100 : value,
              })
            }
          />
        </label>
      ))}
      <div className="row">
        <button type="submit" className="btn pri sml" disabled={save.isPending}>
          Keep
        </button>
        <button type="button" className="btn sml" onClick={() => setChanged(usual)}>
          Usual ones
        </button>
      </div>
    </form>
  );
}
