import type { CleaningStep, DatasetColumn, Impute } from '@columnist/contract';
import { Input, InputNumber, Select } from 'antd';
import { useId, useState, type ReactNode } from 'react';
import { ExpressionInput } from '../../ui/expression-input.tsx';
import type { NewStep } from './view-steps.ts';

export const stepKinds = [
  { kind: 'derive', label: 'Derive a column' },
  { kind: 'impute', label: 'Fill missing values' },
  { kind: 'drop_missing', label: 'Drop rows with missing values' },
  { kind: 'parse_numbers', label: 'Read numbers from text' },
  { kind: 'parse_dates', label: 'Read dates from text' },
  { kind: 'recode', label: 'Rename values' },
  { kind: 'encode', label: 'Encode categories as numbers' },
  { kind: 'clip_outliers', label: 'Clip outliers' },
  { kind: 'drop_outliers', label: 'Drop rows with outliers' },
  { kind: 'scale', label: 'Scale' },
  { kind: 'drop_duplicates', label: 'Drop duplicate rows' },
  { kind: 'sample', label: 'Take a random sample' },
] as const;
export type StepKind = (typeof stepKinds)[number]['kind'];

interface StepFormProps {
  readonly kind: StepKind;
  /** As uploaded: what is cleaned and filled. */
  readonly uploaded: readonly DatasetColumn[];
  /** As the view has them, derived ones too. */
  readonly columns: readonly DatasetColumn[];
  readonly onAdd: (step: NewStep) => void;
}

type Rule = Extract<CleaningStep, { step: 'clip_outliers' }>['rule'];

const rules: { value: Rule; label: string }[] = [
  { value: 'tukey', label: 'beyond 1.5 IQR from the quartiles' },
  { value: 'zscore', label: 'beyond 3 sd from the mean' },
  { value: 'quantiles', label: 'outside the 1st and 99th percentile' },
];
const methods: { value: Impute['method']; label: string }[] = [
  { value: 'median', label: 'the median' },
  { value: 'mean', label: 'the mean' },
  { value: 'mode', label: 'the most frequent value' },
  { value: 'forward', label: 'the last value above' },
  { value: 'constant', label: 'this value' },
];

/** What a step of one kind needs to know. */
export function StepForm({ kind, uploaded, columns, onAdd }: StepFormProps) {
  const [chosen, setChosen] = useState<string[]>([]);
  const [by, setBy] = useState<string[]>([]);
  const [text, setText] = useState('');
  const [name, setName] = useState('');
  const [method, setMethod] = useState<Impute['method']>('median');
  const [rule, setRule] = useState<Rule>('tukey');
  const [scale, setScale] = useState<'zscore' | 'minmax'>('zscore');
  const [n, setN] = useState<number | null>(1000);
  const [seed, setSeed] = useState<number | null>(1);
  const only = (...types: DatasetColumn['type'][]) =>
    uploaded.filter(({ type }) => types.length === 0 || types.includes(type));
  const many = (label: string, from: readonly DatasetColumn[], placeholder = 'Choose columns') => (
    <ColumnsField
      label={label}
      from={from}
      value={chosen}
      onChange={setChosen}
      placeholder={placeholder}
    />
  );
  const pattern = text.trim() === '' ? {} : { pattern: text.trim() };
  const numeric = chosen.every(
    (one) => uploaded.find((column) => column.name === one)?.type === 'number',
  );
  const ways = numeric
    ? methods
    : methods.filter(({ value }) => value !== 'median' && value !== 'mean');
  const way = ways.some(({ value }) => value === method) ? method : 'mode';

  const form = (): { fields: ReactNode; step: NewStep | null } => {
    const some = chosen.length > 0;
    switch (kind) {
      case 'derive':
        return {
          fields: (
            <>
              <Field label="Name">
                {(id) => (
                  <Input
                    id={id}
                    value={name}
                    maxLength={200}
                    onChange={(event) => setName(event.target.value)}
                  />
                )}
              </Field>
              <div className="field">
                <span>Expression</span>
                <ExpressionInput
                  columns={columns}
                  text={text}
                  onChange={setText}
                  wanted="any"
                  label="Expression"
                  placeholder="e.g. log(price + 1), or zscore(price, by: shop)"
                  onEnter={() =>
                    name.trim() !== '' && onAdd({ derive: { name: name.trim(), expression: text } })
                  }
                />
              </div>
            </>
          ),
          step:
            name.trim() === '' || text.trim() === ''
              ? null
              : { derive: { name: name.trim(), expression: text } },
        };
      case 'impute':
        return {
          fields: (
            <>
              {many(
                'Columns',
                uploaded.filter(({ missing }) => missing > 0),
                'Columns with missing values',
              )}
              <Field label="With">
                {(id) => <Select id={id} value={way} onChange={setMethod} options={ways} />}
              </Field>
              {way === 'constant' ? (
                <Field label="Value">
                  {(id) => (
                    <Input id={id} value={text} onChange={(event) => setText(event.target.value)} />
                  )}
                </Field>
              ) : (
                <ColumnsField
                  label="Within groups of"
                  from={uploaded}
                  value={by}
                  onChange={setBy}
                  placeholder="All rows"
                />
              )}
            </>
          ),
          step:
            !some || (way === 'constant' && text === '')
              ? null
              : {
                  impute: {
                    columns: chosen,
                    method: way,
                    ...(way === 'constant'
                      ? { value: numeric ? Number(text) : text }
                      : by.length > 0
                        ? { by }
                        : {}),
                  },
                },
        };
      case 'drop_missing':
        return {
          fields: many('Columns', columns, 'Any column'),
          step: { drop_missing: some ? chosen : true },
        };
      case 'parse_numbers':
      case 'parse_dates':
        return {
          fields: (
            <>
              {many('Columns', only('text', 'category'))}
              <Field label="Written as">
                {(id) => (
                  <Input
                    id={id}
                    value={text}
                    placeholder={kind === 'parse_numbers' ? '1.234,56' : 'DD.MM.YYYY or MMM D, YY'}
                    onChange={(event) => setText(event.target.value)}
                  />
                )}
              </Field>
            </>
          ),
          step: some ? { clean: { step: kind, columns: chosen, ...pattern } } : null,
        };
      case 'recode': {
        const values = text.split('\n').flatMap((line) => {
          const [from, to] = line.split(/\s*(?:→|->|=)\s*/);
          return from === undefined || from.trim() === '' || to === undefined
            ? []
            : [
                {
                  from: numeric ? Number(from) : from.trim(),
                  to: to.trim() === '' ? null : numeric ? Number(to) : to.trim(),
                },
              ];
        });
        const [column] = chosen;
        return {
          fields: (
            <>
              <Field label="Column">
                {(id) => (
                  <Select
                    id={id}
                    showSearch
                    placeholder="Choose a column"
                    value={column ?? null}
                    onChange={(next) => setChosen([next])}
                    options={only('text', 'category', 'number').map((one) => ({
                      value: one.name,
                      label: one.name,
                    }))}
                  />
                )}
              </Field>
              <Field label="Values, one a line">
                {(id) => (
                  <Input.TextArea
                    id={id}
                    rows={4}
                    value={text}
                    placeholder={'f → female\nm → male'}
                    onChange={(event) => setText(event.target.value)}
                  />
                )}
              </Field>
            </>
          ),
          step:
            column === undefined || values.length === 0
              ? null
              : { clean: { step: 'recode', column, values, others: 'keep' } },
        };
      }
      case 'encode':
        return {
          fields: many('Columns', only('category', 'text')),
          step: some ? { clean: { step: 'encode', columns: chosen } } : null,
        };
      case 'clip_outliers':
      case 'drop_outliers':
        return {
          fields: (
            <>
              {many('Columns', only('number'))}
              <Field label="Outliers lie">
                {(id) => <Select id={id} value={rule} onChange={setRule} options={rules} />}
              </Field>
            </>
          ),
          step: some ? { clean: { step: kind, columns: chosen, rule } } : null,
        };
      case 'scale':
        return {
          fields: (
            <>
              {many('Columns', only('number'))}
              <Field label="To">
                {(id) => (
                  <Select
                    id={id}
                    value={scale}
                    onChange={setScale}
                    options={[
                      { value: 'zscore', label: 'mean 0 and sd 1' },
                      { value: 'minmax', label: '0 to 1' },
                    ]}
                  />
                )}
              </Field>
            </>
          ),
          step: some ? { clean: { step: 'scale', columns: chosen, method: scale } } : null,
        };
      case 'drop_duplicates':
        return {
          fields: many('Alike in', uploaded, 'All columns'),
          step: { clean: { step: 'drop_duplicates', ...(some ? { columns: chosen } : {}) } },
        };
      case 'sample':
        return {
          fields: (
            <>
              <Field label="Rows">
                {(id) => (
                  <InputNumber
                    id={id}
                    min={1}
                    max={10_000_000}
                    precision={0}
                    value={n}
                    onChange={setN}
                  />
                )}
              </Field>
              <Field label="Seed">
                {(id) => (
                  <InputNumber
                    id={id}
                    min={0}
                    max={2_147_483_647}
                    precision={0}
                    value={seed}
                    onChange={setSeed}
                  />
                )}
              </Field>
            </>
          ),
          step: n === null || seed === null ? null : { sample: { n, seed } },
        };
    }
  };
  const { fields, step } = form();
  return (
    <form
      className="step-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (step !== null) onAdd(step);
      }}
    >
      {fields}
      <button type="submit" className="btn pri" disabled={step === null}>
        Add step
      </button>
    </form>
  );
}

function Field({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </div>
  );
}

function ColumnsField({
  label,
  from,
  value,
  onChange,
  placeholder,
}: {
  label: string;
  from: readonly DatasetColumn[];
  value: string[];
  onChange: (value: string[]) => void;
  placeholder: string;
}) {
  return (
    <Field label={label}>
      {(id) => (
        <Select
          id={id}
          mode="multiple"
          placeholder={placeholder}
          value={value}
          onChange={onChange}
          options={from.map(({ name }) => ({ value: name, label: name }))}
        />
      )}
    </Field>
  );
}
