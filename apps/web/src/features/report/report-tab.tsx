import type { TestQuestion } from '@columnist/contract';
import { useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { Icon } from '../../ui/icons.tsx';
import { LightPaper } from '../../ui/theme-mode.tsx';
import { useUser } from '../../lib/session.tsx';
import { formatDay } from '../../lib/formats.ts';
import { saveBlob } from '../../lib/save-file.ts';
import type { TabProps } from '../../lib/tab-props.ts';
import { detailOf } from '../../lib/errors.ts';
import { addressOf, questionIn } from '../results/calls.ts';
import { useMethod } from '../results/use-method.ts';
import { ReportResult } from './report-article.tsx';
import { ReportRows } from './report-rows.tsx';
import { ReportSide } from './report-side.tsx';
import { ReportState } from './report-state.tsx';
import { useReport } from '../results/report-store.ts';
import '../results/results.css';
import './report.css';
import reportStyles from './report.css?inline';
import variables from 'virtual:variables.css?inline';

/**
 * Results that were chosen, in an order with words of their author, as a page to print or to keep.
 */
export default function ReportTab({ dataset, state }: TabProps) {
  const { id } = dataset;
  const kept = useReport(id);
  const { report, isFull, keeper } = kept;
  const article = useRef<HTMLElement>(null);
  const items = report?.items ?? [];
  const title =
    report === null || report.title.trim() === '' ? `Report on ${dataset.name}` : report.title;
  const download = () =>
    saveBlob(
      new Blob([pageOf(title, article.current?.outerHTML ?? '')], { type: 'text/html' }),
      `${dataset.name.replace(/\.\w+$/, '')}-report.html`,
    );
  return (
    <main className="page gt rp">
      <div className="rp-side">
        <div className="rp-acts">
          <button
            type="button"
            className="btn pri"
            disabled={items.length === 0}
            onClick={() => print()}
          >
            Print or save as PDF
          </button>
          <button type="button" className="btn" disabled={items.length === 0} onClick={download}>
            <Icon name="download" />
            Download HTML
          </button>
        </div>
        <ReportState {...kept} />
        {report !== null && (
          <ReportSide id={id} name={dataset.name} report={report} isFull={isFull} keeper={keeper} />
        )}
      </div>
      <LightPaper>
        <article ref={article} className="report">
          <h1>{title}</h1>
          <Author />
          {(report?.introduction ?? '')
            .split('\n')
            .filter((line) => line.trim() !== '')
            .map((line, i) => (
              <p key={i}>{line}</p>
            ))}
          <ReportRows dataset={dataset} view={state.view} />
          {report !== null && items.length === 0 && (
            <p className="method">
              Nothing is chosen yet. Run a test or fit a model, and press “Add to report” beside its
              result; or choose from the history.
            </p>
          )}
          {items.map(({ question, note }, i) => {
            const asked = questionIn(question);
            return asked === null ? null : (
              <Item
                key={JSON.stringify(question)}
                id={id}
                number={i + 1}
                note={note}
                question={asked}
              />
            );
          })}
        </article>
      </LightPaper>
    </main>
  );
}

function Author() {
  const { full_name: name } = useUser();
  const [today] = useState(() => new Date().toISOString());
  return (
    <p className="method">
      {name}, {formatDay(today)}
    </p>
  );
}

function Item({
  id,
  number,
  note,
  question,
}: {
  id: string;
  number: number;
  note: string;
  question: TestQuestion;
}) {
  const answer = useMethod(id, question);
  if (answer.isError) {
    return (
      <section>
        <h2>{number}. This result could not be computed</h2>
        <p className="method">
          {detailOf(answer.error, 'The server did not answer.')}{' '}
          <Link to={addressOf(question)}>Look at its question</Link>
        </p>
      </section>
    );
  }
  if (answer.data === undefined)
    return (
      <section aria-busy="true">
        <h2>{number}. Computing …</h2>
      </section>
    );
  return 'matrix' in answer.data ? null : (
    <ReportResult number={number} note={note} result={answer.data} />
  );
}

/** The article as a page that needs nothing else. */
const pageOf = (title: string, article: string): string =>
  `<!doctype html>\n<html lang="en" data-theme="light">\n<head>\n<meta charset="utf-8">\n<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>${escaped(title)}</title>\n<style>\n${variables}\n${reportStyles}\nbody { margin: 0; background: #fff; }\n</style>\n</head>\n<body>\n${article}\n</body>\n</html>\n`;
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
