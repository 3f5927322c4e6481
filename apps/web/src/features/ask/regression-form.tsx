import {
  methods,
  type DatasetColumn,
  type RegressionOptions,
  type View,
} from '@columnist/contract';
import { Input, Select } from 'antd';
import { useState } from 'react';
import { TypeGlyph } from '../../ui/icons.tsx';
import { QuestionDetails } from './question-details.tsx';
import { formFor, isNeeded } from '../results/methods.ts';
import { SlotControl } from '../results/slot-control.tsx';
import {
  changeFormula,
  definitionOf,
  detailsOf,
  isGroup,
  partsOfFormula,
  withDetail,
  withFormula,
  withMethod,
} from './regression-question.ts';

const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
/** 'Linear regression, of a number' */
const models = methods.fitRegression.map(({ method, title, asks }) => ({
  value: method,
  label: `${capital(title)}, of ${asks.replace(/:.*/, '')}`,
}));

/** Each group by itself, and each two together. */
const meansOf = (groups: readonly string[]): string[] => [
  ...groups,
  ...groups.flatMap((a, i) => groups.slice(i + 1).map((b) => `${a}:${b}`)),
];

/** Columns of groups that the formula names. */
const groupsOf = ({ formula }: RegressionOptions, columns: readonly DatasetColumn[]): string[] =>
  (partsOfFormula(formula)?.columns ?? []).filter((name) =>
    columns.some((column) => column.name === name && column.type !== 'number'),
  );

/** Means are of groups that the formula still has. */
function withMeans(
  question: RegressionOptions,
  columns: readonly DatasetColumn[],
): RegressionOptions {
  if (question.method !== 'linear' || question.means === undefined) return question;
  const { means, ...others } = question;
  const kept = means.filter((term) => meansOf(groupsOf(question, columns)).includes(term));
  return kept.length === 0 ? others : { ...others, means: kept };
}

interface RegressionFormProps {
  readonly id: string;
  readonly rows: { readonly view?: View };
  readonly columns: readonly DatasetColumn[];
  readonly question: RegressionOptions;
  readonly onAsk: (question: RegressionOptions) => void;
}

/**
 * The model as a sentence with selects, each of which asks at once; or its formula, which is asked
 * when it is sent.
 */
export function RegressionForm({ id, rows, columns, question: asked, onAsk }: RegressionFormProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const question = typed === null ? asked : withFormula(asked, typed);
  const setQuestion = (next: RegressionOptions) => {
    if (partsOfFormula(next.formula) === null) return;
    setTyped(null);
    onAsk(withMeans(next, columns));
  };
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
  const groupsIn = groupsOf(question, columns);
  const set = (formula: string) => setQuestion(withFormula(question, formula));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        setQuestion(question);
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
          options={models}
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
          onChange={({ target }) => setTyped(target.value)}
        />
        <p className="s3 xs">
          As in R: + adds, : is an interaction, * both, I(x^2) a power, log(x), factor(x), -1 leaves
          the intercept out.
        </p>
      </div>
      <QuestionDetails
        details={[
          ...formFor(definitionOf(question.method)).details.map((slot) => ({
            label: slot.label,
            control: (
              <SlotControl
                id={id}
                rows={rows}
                slot={slot}
                columns={columns}
                fields={detailsOf(question)}
                onChange={(value) => setQuestion(withDetail(question, slot.field, value))}
              />
            ),
            isNeeded: isNeeded(slot),
          })),
          ...(question.method === 'linear' && groupsIn.length > 0
            ? [
                {
                  label: 'Marginal means of',
                  control: (
                    <Select
                      mode="multiple"
                      aria-label="Marginal means of"
                      className="gq-many"
                      popupMatchSelectWidth={false}
                      placeholder="none"
                      maxCount={10}
                      value={(question.means ?? []).filter((term) =>
                        meansOf(groupsIn).includes(term),
                      )}
                      options={meansOf(groupsIn).map((term) => ({
                        value: term,
                        label: term.replace(':', ' × '),
                      }))}
                      onChange={(next: string[]) => {
                        const { means: _, ...others } = question;
                        setQuestion(next.length === 0 ? others : { ...others, means: next });
                      }}
                    />
                  ),
                },
              ]
            : []),
        ]}
      />
      {typed !== null && typed !== asked.formula && (
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
      )}
    </form>
  );
}
