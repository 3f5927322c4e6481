import { resultHeight, resultSpec } from '@columnist/charts';
import type { Mode } from '@columnist/design';
import {
  pInTable,
  type Dataset,
  type DatasetColumn,
  type Description,
  type TestResult,
} from '@columnist/contract';
import { useCallback } from 'react';
import { Isolated } from '../../ui/isolated-text.tsx';
import { formatCount, formatDay, formatFigure, plural } from '../../lib/formats.ts';
import { Chart } from '../../ui/chart.tsx';
import { typeName } from '../../ui/icons.tsx';
import { cellWriters, sayEnds, sayValue, verdictText } from '../results/result-words.ts';

const rowsShown = 30;

/** The rows of a view, with every figure of its columns counted in them. */
export type DescribedRows = Pick<Description, 'n_used' | 'view_in_words'> & {
  readonly columns: readonly Pick<DatasetColumn, 'name' | 'type' | 'missing' | 'distinct'>[];
};

/**
 * What the report is about: the file, the rows of it that the view keeps, and a line for each
 * column, of the same rows.
 */
export function AboutData({
  dataset,
  described: { n_used: used, view_in_words: words, columns },
}: {
  dataset: Pick<Dataset, 'name' | 'row_count' | 'created_at'>;
  described: DescribedRows;
}) {
  return (
    <section>
      <h2>The data</h2>
      <p>
        {dataset.name}, {words !== undefined && `${formatCount(used)} of `}
        {plural(dataset.row_count, 'row')} and {plural(columns.length, 'column')}, uploaded{' '}
        {formatDay(dataset.created_at)}.
        {words !== undefined && <Isolated text={` Of the view: ${words.join('; ')}.`} />}
      </p>
      <div className="wide" role="region" aria-label="Columns" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">column</th>
              <th scope="col">type</th>
              <th scope="col" className="num">
                missing
              </th>
              <th scope="col" className="num">
                distinct
              </th>
            </tr>
          </thead>
          <tbody>
            {columns.map(({ name, type, missing, distinct }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{typeName(type).toLowerCase()}</td>
                <td className="num">{missing !== null && formatCount(missing)}</td>
                <td className="num">{distinct !== null && formatCount(distinct)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** One result as it is on paper: finding, pictures, figures, tables, what it rests on. */
export function ReportResult({
  number,
  note,
  result,
}: {
  number: number;
  note: string;
  result: TestResult;
}) {
  const {
    procedure,
    sentence,
    apa,
    statistic,
    df,
    p_value,
    estimate,
    effects,
    groups,
    tables,
    assumptions,
    view_in_words: view,
  } = result;
  const figures = [...(estimate === null ? [] : [estimate]), ...effects];
  return (
    <section>
      <h2>
        {number}. {procedure.name}
      </h2>
      <p className="finding">
        <Isolated text={sentence} />
      </p>
      {apa !== sentence && (
        <p className="apa">
          <Isolated text={apa} />
        </p>
      )}
      {note
        .split('\n')
        .filter((line) => line.trim() !== '')
        .map((line, i) => (
          <p key={i}>{line}</p>
        ))}
      {result.picture !== null && (
        <Picture picture={result.picture} title={procedure.name} groups={groups} />
      )}
      {result.pictures?.map(({ title, picture }) => (
        <figure key={title}>
          <figcaption>{title}</figcaption>
          <Picture picture={picture} title={title} groups={[]} />
        </figure>
      ))}
      {(statistic !== null || figures.length > 0) && (
        <table className="narrow">
          <tbody>
            {statistic !== null && (
              <Figure
                name={`${statistic.name}${df.length === 0 ? '' : ` (df ${df.map((one) => formatFigure(one, 5)).join(', ')})`}`}
                value={sayValue(statistic.value)}
                interval=""
              />
            )}
            {p_value !== null && <Figure name="p" value={pInTable(p_value)} interval="" />}
            {figures.map(({ name, value, ci }) => (
              <Figure
                key={name}
                name={name}
                value={sayValue(value)}
                interval={ci === null ? '' : `${Math.round(100 * ci.level)}% CI ${sayEnds(ci)}`}
              />
            ))}
          </tbody>
        </table>
      )}
      {groups.length > 0 && (
        <Table
          title="Descriptives"
          columns={['name', 'n', 'mean', 'SD', 'median']}
          rows={groups.map(({ name, n, mean, sd, median }) => [name, n, mean, sd, median])}
        />
      )}
      {tables
        .filter(({ rows }) => rows.length > 0)
        .map((table) => (
          <Table key={table.title} {...table} />
        ))}
      {assumptions.length > 0 && (
        <ul>
          {assumptions.map(({ name, verdict, said }) => (
            <li key={name}>
              {name.charAt(0).toUpperCase() + name.slice(1)}: {verdictText[verdict].toLowerCase()}.{' '}
              <Isolated text={said} />
            </li>
          ))}
        </ul>
      )}
      <p className="method">
        {procedure.name}: {procedure.variant}. {formatCount(result.n_used)} rows
        {result.n_excluded.length > 0
          ? `, without ${result.n_excluded.map(({ reason, n }) => `${formatCount(n)} (${reason})`).join(', ')}`
          : ''}
        .{' '}
        {view !== undefined && view.length > 0 ? (
          <Isolated text={`Of the view: ${view.join('; ')}. `} />
        ) : (
          ''
        )}
        Version {result.dataset_version}, Columnist engine {result.engine_version}.
      </p>
    </section>
  );
}

function Picture({
  picture,
  title,
  groups,
}: {
  picture: NonNullable<TestResult['picture']>;
  title: string;
  groups: TestResult['groups'];
}) {
  const spec = useCallback(
    (mode: Mode, width: number) =>
      resultSpec(
        picture,
        groups.map(({ name, mean, mean_ci: ci }) => ({
          name,
          mean,
          low: ci?.low ?? null,
          high: ci?.high ?? null,
        })),
        mode,
        width,
      ),
    [picture, groups],
  );
  return <Chart spec={spec} name={title} height={resultHeight(picture)} />;
}

function Figure({ name, value, interval }: { name: string; value: string; interval: string }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td className="num">{value}</td>
      <td className="num">{interval}</td>
    </tr>
  );
}

function Table(table: TestResult['tables'][number]) {
  const { title, columns, rows } = table;
  const isNumber = columns.map((_, i) => rows.every((row) => typeof row[i] !== 'string'));
  const writers = cellWriters(table);
  return (
    <>
      <h3>{title}</h3>
      <div className="wide" role="region" aria-label={title} tabIndex={0}>
        <table>
          <thead>
            <tr>
              {columns.map((name, i) => (
                <th key={name} scope="col" className={isNumber[i] === true ? 'num' : undefined}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, rowsShown).map((row, at) => (
              <tr key={at}>
                {row.map((cell, i) => (
                  <td key={columns[i] ?? i} className={isNumber[i] === true ? 'num' : undefined}>
                    {writers[i]?.(cell)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > rowsShown && (
        <p className="method">
          {rowsShown} of {formatCount(rows.length)} rows.
        </p>
      )}
    </>
  );
}
