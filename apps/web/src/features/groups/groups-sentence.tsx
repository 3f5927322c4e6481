import type { Aggregation, DatasetColumn, GroupStatistic } from '@columnist/contract';
import { Select } from 'antd';
import { toAskAbout } from '../../lib/measures.ts';
import { useState } from 'react';
import { Icon } from '../../ui/icons.tsx';
import { ExpressionInput } from '../../ui/expression-input.tsx';
import { sayExpression } from '@columnist/contract';
import { sayStatistic, statisticsOf, type Figure, type GroupsQuestion } from './groups-question.ts';

interface GroupsSentenceProps {
  readonly columns: readonly DatasetColumn[];
  readonly question: GroupsQuestion;
  /** Columns of the answer, which the groups may be chosen by. */
  readonly results: Aggregation['columns'];
  readonly onChange: (question: GroupsQuestion) => void;
}

const figuresAtMost = 6;

/** The question as a sentence with selects in it. */
export function GroupsSentence({ columns, question, results, onChange }: GroupsSentenceProps) {
  const { by, across, figures } = question;
  const [having, setHaving] = useState(question.having);
  const groupable = columns.filter(({ name }) => name !== across);
  const setFigure = (at: number, figure: Figure) =>
    onChange({
      ...question,
      figures: figures.map((one, i) => (i === at ? figure : one)),
      sort: null,
    });
  const named = (list: readonly DatasetColumn[]) =>
    list.map(({ name }) => ({ value: name, label: name }));
  return (
    <div className="gq">
      {figures.map((figure, i) => (
        <span key={`${i} ${figure.statistic} ${figure.of ?? ''}`} className="gq-f">
          {i === 0 ? 'Show' : 'and'}{' '}
          <FigureSelects
            columns={columns}
            figure={figure}
            onChange={(next) => setFigure(i, next)}
          />
          {figures.length > 1 && (
            <button
              type="button"
              className="btn txt ico"
              aria-label={`Remove figure ${i + 1}`}
              onClick={() =>
                onChange({ ...question, figures: figures.filter((_, at) => at !== i), sort: null })
              }
            >
              <Icon name="close" />
            </button>
          )}
        </span>
      ))}
      {figures.length < figuresAtMost && (
        <button
          type="button"
          className="btn txt ico"
          aria-label="Add a figure"
          title="Add a figure"
          onClick={() =>
            onChange({
              ...question,
              figures: [
                ...figures,
                figures.some(({ of }) => of === null)
                  ? {
                      statistic: 'median',
                      of:
                        toAskAbout(columns.filter(({ type }) => type === 'number'))[0]?.name ??
                        null,
                    }
                  : { statistic: 'count', of: null },
              ],
            })
          }
        >
          <Icon name="plus" />
        </button>
      )}
      <span className="gq-f">
        by{' '}
        <Select
          aria-label="Group by"
          mode="multiple"
          maxCount={4}
          placeholder="all rows"
          popupMatchSelectWidth={false}
          className="gq-many"
          value={[...by]}
          options={named(groupable)}
          onChange={(next: string[]) => onChange({ ...question, by: next, sort: null })}
        />
      </span>
      <span className="gq-f">
        across{' '}
        <Select
          aria-label="Across"
          allowClear
          showSearch
          placeholder="nothing"
          popupMatchSelectWidth={false}
          className="gq-one"
          value={across}
          options={named(
            columns.filter(({ name, distinct }) => !by.includes(name) && (distinct ?? 0) <= 100),
          )}
          onChange={(next: string | undefined) =>
            onChange({ ...question, across: next ?? null, sort: null })
          }
        />
      </span>
      <div className="gq-having">
        <span>where</span>
        <ExpressionInput
          columns={results.map(({ name, type }): DatasetColumn => ({
            name,
            type,
            storage: type === 'number' ? 'DOUBLE' : 'VARCHAR',
            missing: 0,
            distinct: 0,
            low: null,
            high: null,
            picture: null,
          }))}
          text={having}
          onChange={(text) => {
            setHaving(text);
            if (text.trim() === '' && question.having !== '') onChange({ ...question, having: '' });
          }}
          onEnter={(expression) => onChange({ ...question, having: sayExpression(expression) })}
          wanted="boolean"
          label="Keep groups where"
          placeholder="all groups, or e.g. count >= 5"
        />
      </div>
    </div>
  );
}

function FigureSelects({
  columns,
  figure,
  onChange,
}: {
  columns: readonly DatasetColumn[];
  figure: Figure;
  onChange: (figure: Figure) => void;
}) {
  const column = columns.find(({ name }) => name === figure.of);
  const choose = (of: string | null) => {
    const found = columns.find(({ name }) => name === of);
    if (found === undefined) return onChange({ statistic: 'count', of: null });
    const fitting = statisticsOf(found);
    onChange({
      statistic: fitting.includes(figure.statistic) ? figure.statistic : (fitting[0] ?? 'n'),
      of: found.name,
    });
  };
  return (
    <>
      {column !== undefined && (
        <Select<GroupStatistic>
          aria-label="Figure"
          showSearch
          popupMatchSelectWidth={false}
          className="gq-stat"
          value={figure.statistic}
          options={statisticsOf(column).map((value) => ({ value, label: sayStatistic(value) }))}
          optionFilterProp="label"
          onChange={(statistic) => onChange({ ...figure, statistic })}
        />
      )}
      {column !== undefined && ' of '}
      <Select
        aria-label="Of"
        showSearch
        popupMatchSelectWidth={false}
        className="gq-one"
        value={figure.of ?? ''}
        options={[
          { value: '', label: 'number of rows' },
          ...columns.map(({ name }) => ({ value: name, label: name })),
        ]}
        onChange={(of) => choose(of === '' ? null : of)}
      />
    </>
  );
}
