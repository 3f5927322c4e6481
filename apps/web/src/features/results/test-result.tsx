import { resultHeight, resultSpec } from '@columnist/charts';
import type { Mode } from '@columnist/design';
import { pInTable, type TestResult } from '@columnist/contract';
import { useCallback, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { formatCount, formatFigure } from '../../lib/formats.ts';
import { Isolated } from '../../ui/isolated-text.tsx';
import { Chart } from '../../ui/chart.tsx';
import { Assumptions, isBeside } from './assumptions.tsx';
import { DownloadResult } from './download-result.tsx';
import { CopyAs } from './copy-as.tsx';
import { nameOfMethod } from './methods.ts';
import { ResultPicture, type TitledPicture } from './result-picture.tsx';
import { Groups, PictureTable, ResultTable } from './result-tables.tsx';
import { saidBesidePicture, sayEnds, sayEntry, sayStatistic, sayValue } from './result-words.ts';

interface TestResultViewProps {
  readonly result: TestResult;
  /** What was asked, as a call over REST and by an agent; null where the reader has no account. */
  readonly call: { readonly path: string; readonly tool: string; readonly input: object } | null;
  /** Asks by another method; null where nothing can be asked. */
  readonly onUse: ((method: string) => void) | null;
  /** What the button of the advice says, where it is not the name of a method. */
  readonly useText?: string;
  /** Somebody takes the result along: downloads or copies it. */
  readonly onTake?: () => void;
  /** Whether its test is in the history; null where that is not known. */
  readonly kept?: boolean | null;
  /** Beside the buttons that download. */
  readonly children?: ReactNode;
  /** Of its ids, where another result may be on the page. */
  readonly prefix?: string;
}

/**
 * A result: finding, picture, figures and tables; beside them assumptions, advice and how it was
 * computed.
 */
export function TestResultView({
  result,
  call,
  onUse,
  useText,
  onTake,
  kept = null,
  children,
  prefix = 'test',
}: TestResultViewProps) {
  const { picture } = result;
  const beside = saidBesidePicture(result);
  const means = result.groups.map(({ name, mean, mean_ci }) => ({
    name,
    mean,
    low: mean_ci?.low ?? null,
    high: mean_ci?.high ?? null,
  }));
  const spec = useCallback(
    (mode: Mode, width: number) =>
      picture === null
        ? null
        : resultSpec(
            picture,
            result.groups.map(({ name, mean, mean_ci }) => ({
              name,
              mean,
              low: mean_ci?.low ?? null,
              high: mean_ci?.high ?? null,
            })),
            mode,
            width,
          ),
    [picture, result.groups],
  );
  return (
    <div className="tr">
      <div>
        <section className="sec" aria-labelledby={`${prefix}-finding`}>
          <h2 id={`${prefix}-finding`} className="voice tr-lead">
            <Isolated text={result.sentence} />
          </h2>
          {result.apa !== result.sentence && (
            <p className="s2 mt8">
              <Isolated text={result.apa} />
            </p>
          )}
          <div className="tr-take">
            <DownloadResult
              result={result}
              onTake={onTake}
              spec={picture === null ? null : (width) => spec('light', width)}
            />
            {children}
          </div>
          {picture !== null && (
            <div className="mt16">
              <Chart spec={spec} name={result.procedure.name} height={resultHeight(picture)} />
              {beside !== null && <p className="s2 sm mt8">{beside}</p>}
              <PictureTable picture={picture} />
            </div>
          )}
        </section>
        {result.pictures
          ?.filter(({ checks }) => !isBeside(result, checks))
          .map(({ title, picture: further }) => (
            <FurtherPicture key={title} title={title} picture={further} />
          ))}
        {(result.statistic !== null || result.estimate !== null || result.effects.length > 0) && (
          <Figures result={result} />
        )}
        {result.groups.length > 0 && means.length > 0 && <Groups groups={result.groups} />}
        {result.tables
          .filter(({ rows }) => rows.length > 0)
          .map((table) => (
            <ResultTable key={table.title} table={table} />
          ))}
        <CopyAs result={result} call={call} onCopy={onTake} />
      </div>
      <aside>
        {result.assumptions.length > 0 && <Assumptions result={result} />}
        {result.recommendation !== null && (
          <section className="sec mt24" aria-labelledby="test-advice">
            <header>
              <h2 id="test-advice">Recommended</h2>
            </header>
            <p className="voice voice-small">
              <Isolated text={result.recommendation.said} />
            </p>
            {onUse !== null && (
              <button
                type="button"
                className="btn sml mt12"
                onClick={() => onUse(result.recommendation?.method ?? '')}
              >
                {useText ?? `Use ${nameOfMethod(result.recommendation.method)}`}
              </button>
            )}
          </section>
        )}
        <HowComputed result={result} kept={kept} />
      </aside>
    </div>
  );
}

function FurtherPicture({ title, picture }: TitledPicture) {
  return (
    <section className="sec mt24">
      <header>
        <h2>{title}</h2>
      </header>
      <ResultPicture title={title} picture={picture} />
      <PictureTable picture={picture} />
    </section>
  );
}

function Figures({
  result: { procedure, statistic, df, p_value, estimate, effects, hypotheses },
}: {
  result: TestResult;
}) {
  const rows = [...(estimate === null ? [] : [estimate]), ...effects];
  return (
    <section className="sec mt32" aria-labelledby="test-figures">
      <header>
        <h2 id="test-figures">{procedure.name}</h2>
        <p>{procedure.variant}</p>
      </header>
      <div className="scroll-x" role="region" aria-label={procedure.name} tabIndex={0}>
        <table className="tb">
          <tbody>
            {rows.map(({ name, value, ci }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td className="num">
                  <b>{sayValue(value)}</b>
                </td>
                <td className="num s2">
                  {ci === null ? '' : `${Math.round(100 * ci.level)}% CI ${sayEnds(ci)}`}
                </td>
              </tr>
            ))}
            {statistic !== null && (
              <tr>
                <th scope="row">Statistic</th>
                <td className="num">
                  <span className="stat">{statistic.name}</span> = {sayStatistic(statistic.value)}
                </td>
                <td className="num s2">
                  {df.length === 0 ? '' : `df ${df.map((one) => formatFigure(one, 5)).join(', ')}`}
                </td>
              </tr>
            )}
            {p_value !== null && (
              <tr>
                <th scope="row">
                  <span className="stat">p</span>
                </th>
                <td className="num" title={formatFigure(p_value, 6)}>
                  <b>{pInTable(p_value)}</b>
                </td>
                <td />
              </tr>
            )}
          </tbody>
        </table>
      </div>
      {hypotheses !== null && (
        <p className="s2 mt8 sm">
          Null hypothesis: <Isolated text={hypotheses.null} /> Alternative:{' '}
          <Isolated text={hypotheses.alternative} />
        </p>
      )}
    </section>
  );
}

function HowComputed({
  result: {
    n_used,
    n_excluded,
    method,
    procedure,
    multiplicity,
    by,
    dataset_version,
    engine_version,
    view_in_words,
  },
  kept,
}: {
  result: TestResult;
  kept: boolean | null;
}) {
  const place = sayEntry({ multiplicity, by }, kept);
  return (
    <section className="sec mt24" aria-labelledby="test-how">
      <header>
        <h2 id="test-how">How it was computed</h2>
      </header>
      <ol className="how">
        <li>
          {formatCount(n_used)} rows
          {n_excluded.length > 0
            ? `; left out: ${n_excluded.map(({ reason, n }) => `${formatCount(n)} (${reason})`).join(', ')}`
            : ''}
          . {method['missing']?.replace(/^rows/, 'Rows')}.
        </li>
        {view_in_words !== undefined && view_in_words.length > 0 && (
          <li>
            Of the view: <Isolated text={view_in_words.join('; ')} />.
          </li>
        )}
        <li>
          {procedure.name}: {procedure.variant}.
        </li>
        {place !== null && <li>{place}</li>}
      </ol>
      <p className="xs s3 mt8">
        Version {dataset_version}, engine {engine_version}.{' '}
        <Link to="/validation">How exact is it?</Link>
      </p>
    </section>
  );
}
