import { scopeNames, scopes, type ApiKeyLimits } from '@columnist/contract';
import { Checkbox, Form, Select } from 'antd';
import { trpc } from '../lib/trpc.ts';
import { orFailed } from './options-failed.tsx';

const options = scopes.map((value) => ({ value, label: scopeNames[value] }));

/** Not antd's `required`: it marks the group with an attribute that groups may not have. */
const atLeastOne = (_: unknown, chosen: readonly string[]): Promise<void> =>
  chosen.length > 0 ? Promise.resolve() : Promise.reject(new Error('Choose at least one.'));

export interface LimitFields {
  scopes: ApiKeyLimits['scopes'];
  dataset_ids: string[];
  aggregates_only: boolean;
}

/** None chosen means all of them, also those to come. */
export const idsOrAll = (ids: string[]): string[] | null => (ids.length === 0 ? null : ids);

/** What a key or an agent may do, as fields of a form. */
export function LimitFields() {
  const datasets = trpc.datasets.list.useQuery({ limit: 200 });
  return (
    <>
      <Form.Item name="scopes" label="Scopes" rules={[{ validator: atLeastOne }]}>
        <Checkbox.Group className="stack" options={options} />
      </Form.Item>
      <Form.Item
        name="dataset_ids"
        label="Datasets"
        extra="Leave it empty for all, also those to come."
      >
        <Select
          mode="multiple"
          allowClear
          placeholder="All datasets"
          optionFilterProp="label"
          loading={datasets.isLoading}
          notFoundContent={orFailed(datasets)}
          options={datasets.data?.items.map(({ id, name }) => ({ value: id, label: name })) ?? []}
        />
      </Form.Item>
      <Form.Item
        name="aggregates_only"
        valuePropName="checked"
        extra="Figures of at least 5 rows, no smallest or largest values, nothing that tells about fewer than 5 rows together with earlier answers. The same holds without the scope to read rows."
      >
        <Checkbox>Aggregates only: no single rows, no files</Checkbox>
      </Form.Item>
    </>
  );
}
