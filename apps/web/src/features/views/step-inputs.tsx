import type { DatasetColumn } from '@columnist/contract';
import { Input, InputNumber, Select } from 'antd';
import type { Wrong } from '../../lib/check-typed.ts';
import { ExpressionInput } from '../../ui/expression-input.tsx';
import { isNumeric, methodOf, type Draft, type StepKind } from './step-draft.ts';
import { ColumnsField, Field } from './step-fields.tsx';
import { methods, rules, scales } from './step-choices.ts';

/** What a step of one kind needs to know. */
export function StepInputs({
  kind,
  columns,
  draft,
  set,
  refused,
  onEnter,
}: {
  readonly kind: StepKind;
  /** As the view has them, derived ones too. */
  readonly columns: readonly DatasetColumn[];
  readonly draft: Draft;
  readonly set: (change: Partial<Draft>) => void;
  readonly refused: Wrong | null;
  readonly onEnter: () => void;
}) {
  const only = (...types: DatasetColumn['type'][]) =>
    columns.filter(({ type }) => types.includes(type));
  const many = (label: string, from: readonly DatasetColumn[], placeholder = 'Choose columns') => (
    <ColumnsField
      label={label}
      from={from}
      value={draft.columns}
      onChange={(chosen) => set({ columns: chosen })}
      placeholder={placeholder}
    />
  );
  const written = (label: string, placeholder = '') => (
    <Field label={label}>
      {(id) => (
        <Input
          id={id}
          value={draft.text}
          placeholder={placeholder}
          onChange={({ target }) => set({ text: target.value })}
        />
      )}
    </Field>
  );
  const whole = (label: string, field: 'n' | 'seed', min: number, max: number) => (
    <Field label={label}>
      {(id) => (
        <InputNumber
          id={id}
          min={min}
          max={max}
          precision={0}
          value={draft[field]}
          onChange={(next) => set({ [field]: next })}
        />
      )}
    </Field>
  );

  const single = (from: readonly DatasetColumn[]) => (
    <Field label="Column">
      {(id) => (
        <Select
          id={id}
          showSearch
          placeholder="Choose a column"
          value={draft.columns[0] ?? null}
          onChange={(next) => set({ columns: [next] })}
          options={from.map(({ name }) => ({ value: name, label: name }))}
        />
      )}
    </Field>
  );
  const named = (label: string, placeholder = '') => (
    <Field label={label}>
      {(id) => (
        <Input
          id={id}
          value={draft.name}
          placeholder={placeholder}
          maxLength={2000}
          onChange={({ target }) => set({ name: target.value })}
        />
      )}
    </Field>
  );
  const reason = (
    <Field label="Reason (optional)">
      {(id) => (
        <Input
          id={id}
          value={draft.why}
          maxLength={500}
          onChange={({ target }) => set({ why: target.value })}
        />
      )}
    </Field>
  );

  switch (kind) {
    case 'derive':
      return (
        <>
          {named('Name')}
          <div className="field">
            <span>Expression</span>
            <ExpressionInput
              columns={columns}
              text={draft.text}
              onChange={(text) => set({ text })}
              wanted="any"
              label="Expression"
              placeholder="e.g. log(price + 1), or zscore(price, by: shop)"
              onEnter={onEnter}
              refused={refused}
            />
          </div>
        </>
      );
    case 'impute': {
      const method = methodOf(draft, columns);
      const ways = isNumeric(draft, columns)
        ? methods
        : methods.filter(({ value }) => value !== 'median' && value !== 'mean');
      return (
        <>
          {many(
            'Columns',
            columns.filter(({ missing }) => (missing ?? 0) > 0),
            'Columns with missing values',
          )}
          <Field label="With">
            {(id) => (
              <Select
                id={id}
                value={method}
                onChange={(next) => set({ method: next })}
                options={ways}
              />
            )}
          </Field>
          {method === 'constant' ? (
            written('Value')
          ) : (
            <ColumnsField
              label="Within groups of"
              from={columns}
              value={draft.by}
              onChange={(by) => set({ by })}
              placeholder="All rows"
            />
          )}
        </>
      );
    }
    case 'drop_missing':
      return many('Columns', columns, 'Any column');
    case 'parse_numbers':
    case 'parse_dates':
      return (
        <>
          {many('Columns', only('text', 'category'))}
          {written('Written as', kind === 'parse_numbers' ? '1.234,56' : 'DD.MM.YYYY or MMM D, YY')}
        </>
      );
    case 'recode':
      return (
        <>
          {single(only('text', 'category', 'number'))}
          <Field label="Values, one a line">
            {(id) => (
              <Input.TextArea
                id={id}
                rows={4}
                value={draft.text}
                placeholder={'f → female\nm → male'}
                onChange={({ target }) => set({ text: target.value })}
              />
            )}
          </Field>
        </>
      );
    case 'encode':
      return many('Columns', only('category', 'text'));
    case 'clip_outliers':
    case 'drop_outliers':
      return (
        <>
          {many('Columns', only('number'))}
          <Field label="Outliers lie">
            {(id) => (
              <Select
                id={id}
                value={draft.rule}
                onChange={(rule) => set({ rule })}
                options={rules}
              />
            )}
          </Field>
        </>
      );
    case 'scale':
      return (
        <>
          {many('Columns', only('number'))}
          <Field label="To">
            {(id) => (
              <Select
                id={id}
                value={draft.scale}
                onChange={(scale) => set({ scale })}
                options={scales}
              />
            )}
          </Field>
        </>
      );
    case 'drop_duplicates':
      return many('Alike in', columns, 'All columns');
    case 'rename_columns':
      return (
        <>
          {single(columns)}
          {named('New name')}
          {reason}
        </>
      );
    case 'split_column':
      return (
        <>
          {single(only('text', 'category'))}
          {written('Text between the parts', 'e.g. a comma or a space')}
          {named('Names of the new columns', 'first name, last name')}
          {reason}
        </>
      );
    case 'sample':
      return (
        <>
          {whole('Rows', 'n', 1, 10_000_000)}
          {whole('Seed', 'seed', 0, 2_147_483_647)}
        </>
      );
  }
}
