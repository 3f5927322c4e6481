import type { Dataset, JoinKey, KeySuggestion } from '@columnist/contract';
import { InputNumber, Select } from 'antd';
import { formatShare } from '../../lib/formats.ts';
import { Icon } from '../../ui/icons.tsx';
import { ChooseColumn } from './choose-columns.tsx';
import {
  directionNames,
  keyFormNames,
  keyOf,
  othersOf,
  sayKey,
  type KeyForm,
  type RecipeDraft,
} from './recipe-draft.ts';

/** By what two datasets are joined: columns that must be equal, and where asked the nearest value. */
export function JoinFields({
  draft,
  change,
  left,
  right,
  used,
  suggested,
}: {
  draft: RecipeDraft;
  change: (to: Partial<RecipeDraft>) => void;
  left: Dataset;
  right: Dataset;
  /** Of the preview: suggested, where nobody chose any. */
  used: readonly JoinKey[];
  suggested: readonly KeySuggestion[];
}) {
  const keys = draft.keys ?? used;
  const set = (i: number, to: Partial<JoinKey>) =>
    change({ keys: keys.map((key, at) => (at === i ? { ...key, ...to } : key)) });
  const others = othersOf(suggested, keys);
  return (
    <>
      {keys.map((key, i) => (
        <div className="gq" key={i}>
          <span>{i === 0 ? 'where' : 'and'}</span>
          <ChooseColumn
            label={`Key ${i + 1} of ${left.name}`}
            columns={left.columns}
            value={key.left}
            onChange={(name) => set(i, { left: name })}
          />
          <Select<KeyForm>
            aria-label={`How key ${i + 1} is compared`}
            popupMatchSelectWidth={false}
            value={key.as ?? ''}
            options={Object.entries(keyFormNames).map(([value, label]) => ({ value, label }))}
            onChange={(form) => set(i, { as: form === '' ? undefined : form })}
          />
          <ChooseColumn
            label={`Key ${i + 1} of ${right.name}`}
            columns={right.columns}
            value={key.right}
            onChange={(name) => set(i, { right: name })}
          />
          <button
            type="button"
            className="btn txt sml ico"
            aria-label={`Remove key ${i + 1}`}
            onClick={() => change({ keys: keys.filter((_, at) => at !== i) })}
          >
            <Icon name="close" />
          </button>
        </div>
      ))}
      {draft.how === 'as_of' && <NearestFields {...{ draft, change, left, right }} />}
      <div className="row">
        <button
          type="button"
          className="btn sml"
          onClick={() => change({ keys: [...keys, { left: '', right: '' }] })}
        >
          Add a key
        </button>
        {others.map((one) => (
          <button
            type="button"
            className="btn sml"
            key={`${one.left} ${one.right}`}
            onClick={() =>
              change({
                keys: [...keys.filter(({ left: l, right: r }) => l !== '' && r !== ''), keyOf(one)],
              })
            }
          >
            {sayKey(one)}
            <span className="s2">{formatShare(one.left_share)} found</span>
          </button>
        ))}
      </div>
    </>
  );
}

function NearestFields({
  draft,
  change,
  left,
  right,
}: {
  draft: RecipeDraft;
  change: (to: Partial<RecipeDraft>) => void;
  left: Dataset;
  right: Dataset;
}) {
  const ordered = ({ columns }: Dataset) =>
    columns.filter(({ type }) => type === 'number' || type === 'datetime');
  return (
    <div className="gq">
      <span>for each</span>
      <ChooseColumn
        label={`Compared of ${left.name}`}
        columns={ordered(left)}
        value={draft.at.left}
        onChange={(name) => change({ at: { ...draft.at, left: name } })}
      />
      <Select
        aria-label="Direction"
        popupMatchSelectWidth={false}
        value={draft.direction}
        options={Object.entries(directionNames).map(([value, label]) => ({ value, label }))}
        onChange={(direction) => change({ direction })}
      />
      <ChooseColumn
        label={`Compared of ${right.name}`}
        columns={ordered(right)}
        value={draft.at.right}
        onChange={(name) => change({ at: { ...draft.at, right: name } })}
      />
      <span>at most</span>
      <InputNumber
        aria-label="Largest distance"
        min={0}
        placeholder="any"
        value={draft.tolerance}
        onChange={(tolerance) => change({ tolerance })}
      />
      <span className="s2">apart (of dates and times in seconds)</span>
    </div>
  );
}
