import type { DatasetColumn, View } from '@columnist/contract';
import { Select } from 'antd';
import { ownDetails, takesGroups } from './advised-question.ts';
import {
  formOf,
  isAutomatic,
  isNeeded,
  methods,
  nameOfMethod,
  type Slot,
} from '../results/methods.ts';
import { QuestionDetails } from './question-details.tsx';
import { SlotControl } from '../results/slot-control.tsx';
import { isSampled, samplingOf } from '../results/first-sampling.ts';
import { choose, type Field, type Question } from '../results/test-question.ts';

interface QuestionSentenceProps {
  readonly id: string;
  readonly rows: { readonly view?: View };
  readonly columns: readonly DatasetColumn[];
  readonly question: Question;
  /** The same, with the method that was chosen for it. */
  readonly concrete: Question;
  readonly onChange: (question: Question) => void;
}

/**
 * The question as a sentence with selects in it; the method at its end, and what may stay as it is
 * below.
 */
export function QuestionSentence({
  id,
  rows,
  columns,
  question,
  concrete,
  onChange,
}: QuestionSentenceProps) {
  const form = formOf(question.ask, question.method);
  if (form === undefined) return null;
  const set = (field: string, value: Field | undefined) => {
    const { [field]: _, ...others } = question.fields;
    // Values belong to their column, and so does what is made of several rows of a day, unless
    // somebody chose it.
    const resampled =
      question.ask === 'series' &&
      (field === 'value' || field === 'time') &&
      isSampled(question.fields, samplingOf(question.fields, columns));
    const sampling = resampled ? ['every', 'aggregate'] : [];
    const dependent =
      field === 'group'
        ? ['groups']
        : field === 'event' || field === 'value'
          ? ['success', ...sampling]
          : sampling;
    const kept = Object.fromEntries(
      Object.entries(others).filter(([name]) => !dependent.includes(name)),
    );
    const next = {
      ...question,
      fields: value === undefined ? kept : { ...kept, [field]: value },
    };
    onChange(resampled ? choose(next, next.method, columns) : next);
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
            !auto || value !== form.method
              ? label
              : taken === form
                ? 'the test that fits'
                : `${nameOfMethod(concrete.method)}, chosen for you`
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
      <QuestionDetails
        details={details.map((slot) => ({
          label: slot.label,
          control: place(slot),
          isNeeded: isNeeded(slot),
        }))}
      />
    </>
  );
}
