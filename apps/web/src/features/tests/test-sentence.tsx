import type { DatasetColumn, View } from '@columnist/contract';
import { InputNumber, Select } from 'antd';
import { Fragment } from 'react';
import { TypeGlyph } from '../../app/icons.tsx';
import { trpc } from '../../lib/trpc.ts';
import { ownDetails, takesGroups } from './advised-question.ts';
import { formOf, isAutomatic, methods, nameOfMethod, type Slot } from './methods.ts';
import { choose, fits, type Field, type TestQuestion } from './test-question.ts';

interface TestSentenceProps {
  readonly id: string;
  readonly rows: { readonly view?: View };
  readonly columns: readonly DatasetColumn[];
  readonly question: TestQuestion;
  /** The same, with the method that was chosen for it. */
  readonly concrete: TestQuestion;
  readonly onChange: (question: TestQuestion) => void;
}

/** The question as a sentence with selects in it; the method at its end, and what may stay as it is below. */
export function TestSentence({
  id,
  rows,
  columns,
  question,
  concrete,
  onChange,
}: TestSentenceProps) {
  const form = formOf(question.ask, question.method);
  if (form === undefined) return null;
  const set = (field: string, value: Field | undefined) => {
    const { [field]: _, ...others } = question.fields;
    // Values belong to their column.
    const dependent =
      field === 'group' ? ['groups'] : field === 'event' || field === 'value' ? ['success'] : [];
    const kept = Object.fromEntries(
      Object.entries(others).filter(([name]) => !dependent.includes(name)),
    );
    onChange({
      ...question,
      fields: value === undefined ? kept : { ...kept, [field]: value },
      run: false,
    });
  };
  const auto = isAutomatic(question.method);
  const taken = formOf(concrete.ask, concrete.method);
  const further = auto && taken !== undefined && taken !== form ? ownDetails(taken) : [];
  const details = [
    ...form.details.filter(({ field }) => field !== 'groups' || takesGroups(question, columns)),
    ...further,
  ];
  const place = (slot: Slot) => (
    <SlotControl
      key={slot.field}
      id={id}
      rows={rows}
      slot={slot}
      columns={columns}
      fields={auto ? { ...concrete.fields, ...question.fields } : question.fields}
      onChange={(value) => set(slot.field, value)}
    />
  );
  const families = [...new Set(methods[question.ask].map(({ family }) => family))];
  return (
    <>
      <div className="gq tq">
        {form.sentence.map((part, i) =>
          typeof part === 'string' ? <span key={`${i} ${part}`}>{part}</span> : place(part),
        )}
        <span>by</span>
        <Select
          aria-label="Method"
          className="tq-method"
          showSearch
          optionFilterProp="label"
          popupMatchSelectWidth={false}
          value={form.method}
          labelRender={({ label, value }) =>
            auto && value === form.method && taken !== form
              ? `${nameOfMethod(concrete.method)}, chosen for you`
              : label
          }
          options={families.map((family) => ({
            label: family,
            options: methods[question.ask]
              .filter((one) => one.family === family)
              .map(({ method, name }) => ({ value: method, label: name })),
          }))}
          onChange={(method: string) => onChange(choose(question, method, columns))}
        />
      </div>
      {details.length > 0 && (
        <div className="tq-details">
          {details.map((slot) => (
            <Fragment key={slot.field}>
              <span className="s2">{slot.label}</span>
              {place(slot)}
            </Fragment>
          ))}
        </div>
      )}
    </>
  );
}

function SlotControl({
  id,
  rows,
  slot,
  columns,
  fields,
  onChange,
}: {
  id: string;
  rows: TestSentenceProps['rows'];
  slot: Slot;
  columns: readonly DatasetColumn[];
  fields: TestQuestion['fields'];
  onChange: (value: Field | undefined) => void;
}) {
  const value = fields[slot.field];
  const named = columns
    .filter((column) => fits(slot, column))
    .map(({ name, type }) => ({
      value: name,
      label: (
        <span className="with-glyph">
          <TypeGlyph type={type} />
          {name}
        </span>
      ),
      text: name,
    }));
  switch (slot.kind) {
    case 'number':
    case 'category':
    case 'any':
    case 'time':
      return (
        <Select
          aria-label={slot.label}
          className="gq-one"
          showSearch
          allowClear={slot.optional === true || slot.kind === 'time'}
          optionFilterProp="text"
          popupMatchSelectWidth={false}
          placeholder={
            slot.kind === 'time'
              ? 'the order of the rows'
              : slot.optional === true
                ? 'none'
                : 'choose a column'
          }
          value={typeof value === 'string' ? value : null}
          options={named}
          onChange={onChange}
        />
      );
    case 'numbers':
    case 'categories':
      return (
        <Select
          aria-label={slot.label}
          mode="multiple"
          className="gq-many"
          optionFilterProp="text"
          popupMatchSelectWidth={false}
          maxCount={slot.most}
          placeholder={slot.optional === true ? 'none' : 'choose columns'}
          value={Array.isArray(value) ? [...value] : []}
          options={named}
          onChange={(next: string[]) => onChange(next)}
        />
      );
    case 'figure':
      return (
        <InputNumber
          aria-label={slot.label}
          className="tq-figure"
          placeholder={slot.first === undefined && slot.needed !== true ? 'auto' : ''}
          value={typeof value === 'number' ? value : null}
          onChange={(next) => onChange(typeof next === 'number' ? next : undefined)}
        />
      );
    case 'choice':
      return (
        <Select
          aria-label={slot.label}
          popupMatchSelectWidth={false}
          value={String(
            typeof value === 'string' || typeof value === 'boolean' || typeof value === 'number'
              ? value
              : slot.options[0]?.value,
          )}
          options={slot.options.map((option) => ({
            value: String(option.value),
            label: option.label,
          }))}
          onChange={(next: string) =>
            onChange(slot.options.find((option) => String(option.value) === next)?.value)
          }
        />
      );
    case 'value':
    case 'values':
      return (
        <ValueSelect
          id={id}
          rows={rows}
          slot={slot}
          of={fields[slot.of]}
          value={value}
          onChange={onChange}
        />
      );
  }
}

/** Values of the column that another place of the sentence names. */
function ValueSelect({
  id,
  rows,
  slot,
  of,
  value,
  onChange,
}: {
  id: string;
  rows: TestSentenceProps['rows'];
  slot: Extract<Slot, { kind: 'value' | 'values' }>;
  of: Field | undefined;
  value: Field | undefined;
  onChange: (value: Field | undefined) => void;
}) {
  const column = typeof of === 'string' ? of : '';
  const known = trpc.datasets.frequencies.useQuery(
    { id, column, order: 'value', limit: 50, ...rows },
    { enabled: column !== '', staleTime: Infinity },
  );
  const options = (known.data?.items ?? []).flatMap((item) =>
    item.value === null ? [] : [{ value: String(item.value), label: String(item.value) }],
  );
  const common = {
    'aria-label': slot.label,
    loading: known.isLoading,
    options,
    popupMatchSelectWidth: false as const,
  };
  if (slot.kind === 'value')
    return (
      <Select
        {...common}
        className="gq-one"
        showSearch
        placeholder="choose a value"
        value={typeof value === 'string' ? value : null}
        onChange={(next: string) => onChange(next)}
      />
    );
  return (
    <Select
      {...common}
      className="gq-many"
      mode="multiple"
      placeholder="all"
      value={Array.isArray(value) ? [...value] : []}
      onChange={(next: string[]) => onChange(next)}
    />
  );
}
