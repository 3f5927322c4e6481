import type { TestQuestion } from '@columnist/contract';
import { Input, Select } from 'antd';
import { useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { Icon } from '../../ui/icons.tsx';
import { useNotices } from '../../ui/notices.tsx';
import { LightPaper } from '../../ui/theme-mode.tsx';
import { useUser } from '../../lib/session.tsx';
import { formatDay } from '../../lib/formats.ts';
import { saveBlob } from '../../lib/save-file.ts';
import { trpc } from '../../lib/trpc.ts';
import type { TabProps } from '../../lib/tab-props.ts';
import { detailOf } from '../../lib/errors.ts';
import { nameOfMethod } from '../results/methods.ts';
import { addressOf, questionIn } from '../results/calls.ts';
import { useMethod } from '../results/use-method.ts';
import { ReportResult } from './report-article.tsx';
import { ReportRows } from './report-rows.tsx';
import { sameQuestion, useReport, type Report, type ReportItem } from '../results/report-store.ts';
import '../results/results.css';
import './report.css';
import reportStyles from './report.css?inline';
import variables from 'virtual:variables.css?inline';

/**
 * Results that were chosen, in an order with words of their author, as a page to print or to keep.
 */
export default function ReportTab({ dataset, state }: TabProps) {
  const { id } = dataset;
  const { report, change, isFull } = useReport(id);
  const article = useRef<HTMLElement>(null);
  const title = report.title.trim() === '' ? `Report on ${dataset.name}` : report.title;
  const download = () =>
    saveBlob(
      new Blob([pageOf(title, article.current?.outerHTML ?? '')], { type: 'text/html' }),
      `${dataset.name.replace(/\.\w+$/, '')}-report.html`,
    );
  const set = (i: number, item: ReportItem | null) =>
    change({
      ...report,
      items: report.items.flatMap((one, at) => (at !== i ? [one] : item === null ? [] : [item])),
    });
  const move = (i: number, by: -1 | 1) => {
    const items = [...report.items];
    const [item] = items.splice(i, 1);
    if (item !== undefined) items.splice(i + by, 0, item);
    change({ ...report, items });
  };
  return (
    <main className="page gt rp">
      <div className="rp-side">
        <div className="rp-acts">
          <button
            type="button"
            className="btn pri"
            disabled={report.items.length === 0}
            onClick={() => print()}
          >
            Print or save as PDF
          </button>
          <button
            type="button"
            className="btn"
            disabled={report.items.length === 0}
            onClick={download}
          >
            <Icon name="download" />
            Download HTML
          </button>
        </div>
        <label htmlFor="report-title">Title</label>
        <Input
          id="report-title"
          maxLength={200}
          value={report.title}
          placeholder={`Report on ${dataset.name}`}
          onChange={({ target }) => change({ ...report, title: target.value })}
        />
        <label htmlFor="report-introduction">Introduction</label>
        <Input.TextArea
          id="report-introduction"
          maxLength={5000}
          autoSize={{ minRows: 2, maxRows: 10 }}
          value={report.introduction}
          onChange={({ target }) => change({ ...report, introduction: target.value })}
        />
        <FromHistory
          id={id}
          report={report}
          isFull={isFull}
          onAdd={(question) =>
            change({ ...report, items: [...report.items, { question, note: '' }] })
          }
        />
        <ol className="rp-items">
          {report.items.map((item, i) => (
            <li key={JSON.stringify(item.question)}>
              <div className="row">
                <b>
                  {i + 1}. {nameOf(item.question)}
                </b>
                <button
                  type="button"
                  className="btn txt ico"
                  aria-label={`Move ${i + 1} up`}
                  disabled={i === 0}
                  onClick={() => move(i, -1)}
                >
                  <Icon name="up" />
                </button>
                <button
                  type="button"
                  className="btn txt ico"
                  aria-label={`Move ${i + 1} down`}
                  disabled={i === report.items.length - 1}
                  onClick={() => move(i, 1)}
                >
                  <Icon name="down" />
                </button>
                <button
                  type="button"
                  className="btn txt ico"
                  aria-label={`Take ${i + 1} out`}
                  onClick={() => set(i, null)}
                >
                  <Icon name="close" />
                </button>
              </div>
              <Input.TextArea
                aria-label={`Your words on ${i + 1}`}
                placeholder="Your words on it"
                maxLength={5000}
                autoSize={{ minRows: 1, maxRows: 8 }}
                value={item.note}
                onChange={({ target }) => set(i, { ...item, note: target.value })}
              />
            </li>
          ))}
        </ol>
        <p className="s3 xs mt8">
          Kept in this browser. Figures are computed again each time, of the current version of the
          dataset.
        </p>
      </div>
      <LightPaper>
        <article ref={article} className="report">
          <h1>{title}</h1>
          <Author />
          {report.introduction
            .split('\n')
            .filter((line) => line.trim() !== '')
            .map((line, i) => (
              <p key={i}>{line}</p>
            ))}
          <ReportRows dataset={dataset} view={state.view} />
          {report.items.length === 0 && (
            <p className="method">
              Nothing is chosen yet. Run a test or fit a model, and press “Add to report” beside its
              result; or choose from the history.
            </p>
          )}
          {report.items.map(({ question, note }, i) => {
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

const nameOf = ({ operation, options }: TestQuestion): string =>
  nameOfMethod(options.method, operation);

/** Tests that were run before, in this browser or elsewhere. */
function FromHistory({
  id,
  report,
  isFull,
  onAdd,
}: {
  id: string;
  report: Report;
  isFull: boolean;
  onAdd: (question: TestQuestion) => void;
}) {
  const { message } = useNotices();
  const ledger = trpc.datasets.listTests.useQuery({ id });
  const open: { value: string; label: string; question: TestQuestion }[] = [];
  for (const entry of ledger.data?.entries ?? []) {
    const question = questionIn(entry);
    if (question === null || isMatrix(question)) continue;
    // The report asks it of the current version, whichever versions it was kept of.
    const isThere = [...report.items, ...open].some((one) => sameQuestion(one.question, question));
    if (!isThere) open.push({ value: JSON.stringify(question), label: entry.question, question });
  }
  return (
    <>
      <label htmlFor="report-add">Add from the history</label>
      <Select
        id="report-add"
        showSearch
        optionFilterProp="label"
        popupMatchSelectWidth={false}
        placeholder={
          isFull ? 'the report is full' : open.length === 0 ? 'no further tests' : 'choose a test'
        }
        disabled={isFull || open.length === 0}
        value={null}
        options={open}
        onChange={(_: string | null, option) => {
          const chosen = open.find(
            ({ value }) => !Array.isArray(option) && value === option?.value,
          );
          if (chosen === undefined) void message.error('That test is no longer there.');
          else onAdd(chosen.question);
        }}
      />
    </>
  );
}

/** A matrix of correlations has no form for paper. */
const isMatrix = ({ options }: TestQuestion): boolean =>
  options.method === 'pearson' || options.method === 'spearman';

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
