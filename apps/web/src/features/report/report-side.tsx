import { reportLimits, type TestQuestion } from '@columnist/contract';
import { Input, Select } from 'antd';
import { Icon } from '../../ui/icons.tsx';
import { useNotices } from '../../ui/notices.tsx';
import { RequestFailed } from '../../ui/request-failed.tsx';
import { trpc } from '../../lib/trpc.ts';
import { nameOfMethod } from '../results/methods.ts';
import { questionIn } from '../results/calls.ts';
import {
  addItem,
  introductionPlace,
  moveItem,
  notePlace,
  takeItemOut,
  titlePlace,
  type ReportContent,
} from '../results/report-edits.ts';
import type { ReportKeeper } from '../results/report-keeper.ts';
import { sameQuestion } from '../results/same-question.ts';

/** What its author chooses and writes. */
export function ReportSide({
  id,
  name,
  report,
  isFull,
  keeper,
}: {
  id: string;
  name: string;
  report: ReportContent;
  isFull: boolean;
  keeper: ReportKeeper;
}) {
  return (
    <>
      <label htmlFor="report-title">Title</label>
      <Input
        id="report-title"
        maxLength={reportLimits.title}
        value={report.title}
        placeholder={`Report on ${name}`}
        onChange={({ target }) => keeper.write(titlePlace, target.value)}
      />
      <label htmlFor="report-introduction">Introduction</label>
      <Input.TextArea
        id="report-introduction"
        maxLength={reportLimits.text}
        autoSize={{ minRows: 2, maxRows: 10 }}
        value={report.introduction}
        onChange={({ target }) => keeper.write(introductionPlace, target.value)}
      />
      <FromHistory
        id={id}
        report={report}
        isFull={isFull}
        onAdd={(question) => keeper.edit(addItem(question))}
      />
      <ol className="rp-items">
        {report.items.map(({ question, note }, i) => (
          <li key={JSON.stringify(question)}>
            <div className="row">
              <b>
                {i + 1}. {nameOf(question)}
              </b>
              <button
                type="button"
                className="btn txt ico"
                aria-label={`Move ${i + 1} up`}
                disabled={i === 0}
                onClick={() => keeper.edit(moveItem(question, -1))}
              >
                <Icon name="up" />
              </button>
              <button
                type="button"
                className="btn txt ico"
                aria-label={`Move ${i + 1} down`}
                disabled={i === report.items.length - 1}
                onClick={() => keeper.edit(moveItem(question, 1))}
              >
                <Icon name="down" />
              </button>
              <button
                type="button"
                className="btn txt ico"
                aria-label={`Take ${i + 1} out`}
                onClick={() => keeper.edit(takeItemOut(question))}
              >
                <Icon name="close" />
              </button>
            </div>
            <Input.TextArea
              aria-label={`Your words on ${i + 1}`}
              placeholder="Your words on it"
              maxLength={reportLimits.text}
              autoSize={{ minRows: 1, maxRows: 8 }}
              value={note}
              onChange={({ target }) => keeper.write(notePlace(question), target.value)}
            />
          </li>
        ))}
      </ol>
      <p className="s3 xs mt8">
        Kept with the dataset. Figures are computed again each time, of the current version of the
        dataset.
      </p>
    </>
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
  report: ReportContent;
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
  if (ledger.isError)
    return (
      <RequestFailed
        text="Failed to load the history"
        error={ledger.error}
        onRetry={ledger.refetch}
      />
    );
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
