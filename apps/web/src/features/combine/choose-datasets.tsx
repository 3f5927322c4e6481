import { Select } from 'antd';
import { joinNames, type RecipeDraft } from './recipe-draft.ts';

interface Option {
  value: string;
  label: string;
}

/** Which datasets: two, several, or one. */
export function ChooseDatasets({
  draft,
  change,
  options,
}: {
  draft: RecipeDraft;
  change: (to: Partial<RecipeDraft>) => void;
  options: Option[];
}) {
  const [first, second] = draft.datasets;
  const fresh = {
    keys: null,
    at: { left: '', right: '' },
    rows: [],
    columns: [],
    namesFrom: '',
    valuesFrom: '',
  };
  const one = (label: string, value: string | undefined, choose: (id: string) => void) => (
    <Select
      aria-label={label}
      className="gq-one"
      showSearch={{ optionFilterProp: 'label' }}
      popupMatchSelectWidth={false}
      placeholder="a dataset"
      // Without the list there is no name for it, and its id says nothing.
      value={options.length === 0 ? null : (value ?? null)}
      options={options}
      onChange={choose}
    />
  );
  if (draft.kind === 'append')
    return (
      <>
        <span>the rows of</span>
        <Select
          aria-label="Datasets"
          className="gq-many"
          mode="multiple"
          showSearch={{ optionFilterProp: 'label' }}
          popupMatchSelectWidth={false}
          placeholder="datasets"
          value={[...draft.datasets]}
          options={options}
          onChange={(datasets: string[]) => change({ datasets })}
        />
        <span>below one another</span>
      </>
    );
  if (draft.kind !== 'join')
    return one('Dataset', first, (id) =>
      change({ ...fresh, datasets: [id, ...draft.datasets.slice(1)] }),
    );
  return (
    <>
      {one('First dataset', first, (id) =>
        change({ ...fresh, datasets: [id, ...draft.datasets.slice(1)] }),
      )}
      <span>with</span>
      {one('Second dataset', second, (id) =>
        change({ ...fresh, datasets: [first ?? id, id, ...draft.datasets.slice(2)] }),
      )}
      <span>keeping</span>
      <Select
        aria-label="Rows to keep"
        popupMatchSelectWidth={false}
        value={draft.how}
        options={Object.entries(joinNames).map(([value, label]) => ({ value, label }))}
        onChange={(how) => change({ how })}
      />
    </>
  );
}
