import type { DatasetColumn, RegressionOptions } from '@columnist/contract';
import { Input, Select } from 'antd';
import { useState } from 'react';
import { TypeGlyph } from '../../app/icons.tsx';
import { changeFormula, isGroup, partsOfFormula, withMethod } from './regression-question.ts';

const methods = [
  { value: 'linear', label: 'Linear regression, of a number' },
  { value: 'logistic', label: 'Logistic regression, of one of two values' },
  { value: 'poisson', label: 'Poisson regression, of counts' },
] as const;
const errors = [
  { value: 'classical', label: 'Classical' },
  { value: 'hc3', label: 'HC3, without equal variances' },
  { value: 'hc2', label: 'HC2' },
  { value: 'hc1', label: 'HC1' },
  { value: 'hc0', label: 'HC0' },
] as const;
const types = [
  { value: 2, label: 'Type II, given the others' },
  { value: 1, label: 'Type I, in their order' },
  { value: 3, label: 'Type III, given all' },
] as const;
const parts = [
  { value: 0, label: 'none' },
  { value: 0.2, label: 'a fifth of the rows' },
  { value: 5, label: '5 parts' },
  { value: 10, label: '10 parts' },
] as const;

/** Each group by itself, and each two together. */
const meansOf = (groups: readonly string[]): string[] => [
  ...groups,
  ...groups.flatMap((a, i) => groups.slice(i + 1).map((b) => `${a}:${b}`)),
];

interface RegressionFormProps {
  readonly columns: readonly DatasetColumn[];
  readonly question: RegressionOptions;
  readonly onAsk: (question: RegressionOptions) => void;
}

/** The model as a sentence with selects, which writes the formula; or the formula itself. */
export function RegressionForm({ columns, question: asked, onAsk }: RegressionFormProps) {
  const [question, setQuestion] = useState(asked);
  const named = partsOfFormula(question.formula);
  const usable = columns.filter((column) => column.type === 'number' || isGroup(column));
  const options = usable.map(({ name, type }) => ({
    value: name,
    label: (
      <span className="gq-f">
        <TypeGlyph type={type} />
        {name}
      </span>
    ),
    search: name,
  }));
  const groupsIn = (named?.columns ?? []).filter((name) =>
    columns.some((column) => column.name === name && column.type !== 'number'),
  );
  const set = (formula: string) => setQuestion({ ...question, formula });
  // Means are of groups that the formula still has.
  const submit = () => {
    if (question.method !== 'linear' || question.means === undefined) return onAsk(question);
    const { means, ...others } = question;
    const kept = means.filter((term) => meansOf(groupsIn).includes(term));
    onAsk(kept.length === 0 ? others : { ...others, means: kept });
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className="gq tq">
        <span>Explain</span>
        <Select
          aria-label="What is explained"
          className="gq-one"
          showSearch={{ optionFilterProp: 'search' }}
          popupMatchSelectWidth={false}
          value={named?.response ?? null}
          options={options}
          onChange={(name: string) =>
            set(changeFormula(question.formula, name, named?.columns ?? []))
          }
        />
        <span>by</span>
        <Select
          mode="multiple"
          aria-label="What explains it"
          className="gq-many"
          showSearch={{ optionFilterProp: 'search' }}
          popupMatchSelectWidth={false}
          placeholder="choose columns"
          value={[...(named?.columns ?? [])]}
          options={options.filter(({ value }) => value !== named?.response)}
          onChange={(names: string[]) =>
            set(changeFormula(question.formula, named?.response ?? columns[0]?.name ?? '', names))
          }
        />
        <span>with</span>
        <Select
          aria-label="Model"
          className="tq-method"
          popupMatchSelectWidth={false}
          value={question.method}
          options={[...methods]}
          onChange={(method: RegressionOptions['method']) =>
            setQuestion(withMethod(question, method))
          }
        />
      </div>
      <div className="mf">
        <label htmlFor="model-formula">Formula</label>
        <Input
          id="model-formula"
          className="mono"
          spellCheck={false}
          value={question.formula}
          onChange={({ target }) => set(target.value)}
        />
        <p className="s3 xs">
          As in R: + adds, : is an interaction, * both, I(x^2) a power, log(x), factor(x), -1 leaves
          the intercept out.
        </p>
      </div>
      <div className="tq-details">
        {question.method === 'linear' && (
          <>
            <span className="s2">Standard errors</span>
            <Select
              aria-label="Standard errors"
              popupMatchSelectWidth={false}
              value={question.errors}
              options={[...errors]}
              onChange={(next: typeof question.errors) =>
                setQuestion({ ...question, errors: next })
              }
            />
            <span className="s2">Tests of terms</span>
            <Select
              aria-label="Tests of terms"
              popupMatchSelectWidth={false}
              value={question.sums_of_squares}
              options={[...types]}
              onChange={(next: typeof question.sums_of_squares) =>
                setQuestion({ ...question, sums_of_squares: next })
              }
            />
            <span className="s2">Weights</span>
            <Select
              aria-label="Weights"
              className="gq-stat"
              allowClear
              popupMatchSelectWidth={false}
              placeholder="none"
              value={question.weights ?? null}
              options={columns
                .filter(({ type }) => type === 'number')
                .map(({ name }) => ({ value: name, label: name }))}
              onChange={(name: string | undefined) => {
                const { weights: _, ...others } = question;
                setQuestion(name === undefined ? others : { ...others, weights: name });
              }}
            />
          </>
        )}
        {question.method === 'linear' && groupsIn.length > 0 && (
          <>
            <span className="s2">Marginal means of</span>
            <Select
              mode="multiple"
              aria-label="Marginal means of"
              className="gq-many"
              popupMatchSelectWidth={false}
              placeholder="none"
              maxCount={10}
              value={(question.means ?? []).filter((term) => meansOf(groupsIn).includes(term))}
              options={meansOf(groupsIn).map((term) => ({
                value: term,
                label: term.replace(':', ' × '),
              }))}
              onChange={(next: string[]) => {
                const { means: _, ...others } = question;
                setQuestion(next.length === 0 ? others : { ...others, means: next });
              }}
            />
          </>
        )}
        <span className="s2">Predict unseen</span>
        <Select
          aria-label="Predict unseen"
          popupMatchSelectWidth={false}
          value={question.folds ?? question.test_share ?? 0}
          options={[...parts]}
          onChange={(next: number) => {
            const { folds: _, test_share: __, ...others } = question;
            setQuestion(
              next === 0
                ? others
                : next < 1
                  ? { ...others, test_share: next }
                  : { ...others, folds: next },
            );
          }}
        />
      </div>
      <div className="tq-go">
        <button type="submit" className="btn pri" disabled={named === null}>
          Fit model
        </button>
        {named === null && (
          <span className="s2 sm">
            The formula is not complete: write it as in R, such as y ~ x + group.
          </span>
        )}
      </div>
    </form>
  );
}
