import type { Dataset, Reading } from '@columnist/contract';
import { Button } from 'antd';
import { Link, useNavigate } from 'react-router-dom';
import { Isolated } from '../../ui/isolated-text.tsx';
import { Note } from '../../ui/note.tsx';
import { useNotices } from '../../ui/notices.tsx';
import { RequestFailed } from '../../ui/request-failed.tsx';
import { detailOf, problemIn } from '../../lib/errors.ts';
import { plural } from '../../lib/formats.ts';
import { useUser } from '../../lib/session.tsx';
import { trpc } from '../../lib/trpc.ts';
import { ReadingNotes } from '../../ui/reading-notes.tsx';
import { useDeleteDataset } from '../../ui/use-delete-dataset.tsx';
import { ColumnsBeforeAfter } from './columns-before-after.tsx';
import { FileContents, type ChosenPart } from './file-contents.tsx';
import { FirstLines } from './first-lines.tsx';
import { FirstRows } from './first-rows.tsx';
import { ReadingForm } from './reading-form.tsx';
import { ReadingQuestions } from './reading-questions.tsx';
import { rememberReading, rememberedReading } from './remembered-readings.ts';
import '../../styles/overview.css';
import './import.css';

/**
 * The review of an import: what the file says, what was made of it, and the choices; each is
 * applied at once.
 */
export function ImportReview({ dataset }: { dataset: Dataset }) {
  const { id, status } = dataset;
  const { message } = useNotices();
  const navigate = useNavigate();
  const utils = trpc.useUtils();
  const deleteDataset = useDeleteDataset();
  const preview = trpc.datasets.preview.useQuery({ id });
  const took = async () => {
    await utils.datasets.invalidate();
    void utils.usage.get.invalidate();
  };
  const reread = trpc.datasets.reread.useMutation({ onSuccess: took });
  const { id: user } = useUser();
  const commit = trpc.datasets.commit.useMutation({
    onSuccess: async () => {
      if (preview.data !== undefined) rememberReading(user, preview.data, dataset.dialect);
      await took();
    },
    onError: (error) => void message.error(detailOf(error, 'Failed to keep the dataset')),
  });
  const change = ({ part, ...reading }: Reading, other: ChosenPart = {}) =>
    reread.mutate({ id, ...reading, table: part?.table, range: part?.range, ...other });
  const { source } = dataset.admission;
  const isDraft = status === 'draft';
  const before =
    preview.data === undefined || Object.keys(preview.data.reading).length > 0
      ? null
      : rememberedReading(user, preview.data);
  return (
    <main className="page import" aria-busy={reread.isPending}>
      <header className="import-head">
        <div>
          <p className="crumb">
            {source === undefined ? (
              <Link className="quiet" to="/dashboard">
                Datasets
              </Link>
            ) : (
              <Link className="quiet" to="/import">
                Import other files
              </Link>
            )}{' '}
            <span aria-hidden="true">/</span> {source === undefined ? 'import' : 'review'}
          </p>
          <h1>{dataset.name}</h1>
          <p className="s2" role="status">
            {reread.isPending
              ? 'Reading…'
              : `${plural(dataset.row_count, 'row')} × ${plural(dataset.column_count, 'column')}`}
            {isDraft && !reread.isPending && ' · a draft, removed after a day unless you keep it'}
          </p>
        </div>
        <div className="row">
          {isDraft ? (
            <>
              <Button
                onClick={() => {
                  deleteDataset(dataset);
                  void navigate('/dashboard');
                }}
              >
                Discard
              </Button>
              <Button
                type="primary"
                loading={commit.isPending}
                disabled={reread.isPending}
                onClick={() =>
                  // A person who has left the page meanwhile is not taken away from where they are.
                  commit.mutate({ id }, { onSuccess: () => void navigate(`/datasets/${id}`) })
                }
              >
                Keep dataset
              </Button>
            </>
          ) : (
            <Link className="btn pri" to={`/datasets/${id}`}>
              Done
            </Link>
          )}
        </div>
      </header>
      {reread.isError && (
        <Note kind="err">
          {detailOf(reread.error, 'Failed to read the file')} {problemIn(reread.error)?.fix}
        </Note>
      )}
      {source !== undefined && (
        <FileContents
          dataset={dataset}
          part={preview.data?.reading.part ?? {}}
          busy={reread.isPending}
          onChoose={(part) => reread.mutate({ id, ...part })}
        />
      )}
      {preview.isError && (
        <RequestFailed
          text="Failed to load the first lines"
          error={preview.error}
          onRetry={preview.refetch}
        />
      )}
      {preview.data !== undefined && (
        <>
          <ReadingQuestions
            dataset={dataset}
            before={before}
            busy={reread.isPending}
            onReadAsBefore={change}
            onAnswer={({ table, range, ...answer }) =>
              change(
                { ...preview.data.reading, ...answer },
                {
                  ...(table === undefined ? {} : { table }),
                  ...(range === undefined ? {} : { range }),
                },
              )
            }
          />
          <div className="split s75 mt24">
            <section className="sec" aria-labelledby="detected-title">
              <header>
                <h2 id="detected-title">What was detected</h2>
              </header>
              <ul className="detected">
                {preview.data.explanation.map((sentence) => (
                  <li key={sentence}>
                    <Isolated text={sentence} />
                  </li>
                ))}
              </ul>
              <ReadingForm
                key={JSON.stringify(preview.data.reading)}
                dataset={dataset}
                reading={preview.data.reading}
                busy={reread.isPending}
                onChange={change}
              />
            </section>
            {source?.typed === true ? (
              <FirstRows preview={preview.data} dataset={dataset} />
            ) : (
              <FirstLines lines={preview.data.lines} dataset={dataset} />
            )}
          </div>
          <ColumnsBeforeAfter
            dataset={dataset}
            preview={preview.data}
            busy={reread.isPending}
            onChange={change}
          />
        </>
      )}
      <div className="mt32">
        <ReadingNotes dataset={dataset} reviewing />
      </div>
    </main>
  );
}
