import { fileFormats } from '@columnist/contract';
import { Button } from 'antd';
import { useRef, useState, type ClipboardEvent } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { Icon } from '../../ui/icons.tsx';
import { Note } from '../../ui/note.tsx';
import { PremiumNotice } from '../../ui/premium-notice.tsx';
import { formatBytes } from '../../lib/formats.ts';
import { useUser } from '../../lib/session.tsx';
import { trpc } from '../../lib/trpc.ts';
import { uploadFile, type UploadFailure } from '../../lib/upload-file.ts';
import { useDropAnywhere } from '../../lib/use-drop-anywhere.ts';
import { appendAddress, byForm } from '../../lib/combine-address.ts';
import { pastedFile } from './pasted-file.ts';
import { TablesLeft } from './tables-left.tsx';
import { takeTables, type TakenFile } from './take-tables.ts';
import { TakenFiles } from './taken-files.tsx';
import './import.css';

const formats = Object.values(fileFormats);

interface Running {
  readonly name: string;
  readonly size: number;
  readonly share: number;
  readonly isBroken: boolean;
}

/**
 * Takes a file, dropped, chosen or pasted, and opens its review. Several become datasets, one for
 * each of their tables: those of one form are put below one another, others are listed.
 */
export function ImportFiles() {
  const navigate = useNavigate();
  const utils = trpc.useUtils();
  const { subscription_tier: tier } = useUser();
  const input = useRef<HTMLInputElement>(null);
  const stop = useRef<AbortController | null>(null);
  const [running, setRunning] = useState<Running | null>(null);
  const [failure, setFailure] = useState<(UploadFailure & { readonly file: File }) | null>(null);
  const [taken, setTaken] = useState<readonly TakenFile[]>([]);
  const [text, setText] = useState('');

  const take = async (files: readonly File[], table?: string) => {
    if (files.length === 0) return;
    stop.current?.abort();
    const controller = new AbortController();
    stop.current = controller;
    setFailure(null);
    setTaken([]);
    const done: TakenFile[] = [];
    const refresh = () =>
      Promise.all([utils.datasets.list.invalidate(), utils.usage.get.invalidate()]);
    for (const file of files) {
      setRunning({ name: file.name, size: file.size, share: 0, isBroken: false });
      const to = {
        door: /\.csv$/i.test(file.name) ? ('datasets' as const) : ('imports' as const),
        review: files.length === 1,
        table,
      };
      const outcome = await uploadFile(file, to, controller.signal, (share, isBroken) =>
        setRunning({ name: file.name, size: file.size, share, isBroken }),
      );
      if (controller.signal.aborted) return;
      if ('failure' in outcome) {
        setFailure({ ...outcome.failure, file });
        break;
      }
      if (files.length === 1) {
        setRunning(null);
        await refresh();
        void navigate(`/datasets/${outcome.id}/import`);
        return;
      }
      done.push(await takeTables(file.name, outcome.id, controller.signal));
      if (controller.signal.aborted) return;
      setTaken([...done]);
    }
    setRunning(null);
    await refresh();
    const datasets = done.flatMap((one) => one.datasets);
    const isOneEach = done.every((one) => one.datasets.length === 1 && one.left.length === 0);
    if (done.length === files.length && isOneEach && byForm(datasets).length === 1)
      void navigate(appendAddress(datasets));
  };
  const takeAll = (files: Iterable<File>) => void take([...files]);
  const dragging = useDropAnywhere(takeAll);
  const paste = (event: ClipboardEvent) => {
    const file = pastedFile(event.clipboardData);
    if (file === null) return;
    event.preventDefault();
    void take([file]);
  };
  return (
    <main className="page import-files">
      <p className="crumb">
        <Link className="quiet" to="/dashboard">
          Datasets
        </Link>{' '}
        <span aria-hidden="true">/</span> import
      </p>
      <h1>Import other files</h1>
      <p className="s2 lead">
        Workbooks, archives and tables from the clipboard become datasets as CSV files do: every
        column typed, nothing lost or retyped without a word. You look at what was read before you
        keep it.
      </p>
      <div className="import-ways">
        <section className={`card drop wide${dragging ? ' over' : ''}`} aria-label="File">
          {running === null ? (
            <>
              <Icon name="upload" />
              <p>
                <b>Drop a file here</b> or{' '}
                <button type="button" className="link" onClick={() => input.current?.click()}>
                  choose a file
                </button>
              </p>
              <p className="xs s3">
                Several files at once too: every table of them becomes a dataset, and those of one
                form are put below one another.
              </p>
            </>
          ) : (
            <Sending running={running} onStop={() => (stop.current?.abort(), setRunning(null))} />
          )}
          <input
            ref={input}
            type="file"
            hidden
            multiple
            accept={[...formats.flatMap(({ endings }) => endings), 'txt', 'dat', 'csv']
              .map((ending) => `.${ending}`)
              .join(',')}
            aria-label="File to import"
            onChange={({ target }) => {
              takeAll([...(target.files ?? [])]);
              target.value = '';
            }}
          />
        </section>
        <section className="card paste" aria-labelledby="paste-title">
          <h2 id="paste-title">Paste a table</h2>
          <label className="xs s2" htmlFor="pasted">
            Copy cells in a spreadsheet or a table on a web page, click here, and paste.
          </label>
          <textarea
            id="pasted"
            rows={5}
            spellCheck={false}
            value={text}
            placeholder={'city\tpeople\nRome\t2800000'}
            onPaste={paste}
            onChange={({ target }) => setText(target.value)}
          />
          <Button
            disabled={text.trim() === '' || running !== null}
            onClick={() => {
              const file = pastedFile({ getData: (type) => (type === 'text/plain' ? text : '') });
              if (file !== null) void take([file]);
            }}
          >
            Import text
          </Button>
        </section>
      </div>
      {failure !== null && (
        <div className="mt16">
          <Note kind="err">
            <b>{failure.file.name} could not be imported.</b> {failure.detail} {failure.fix}
          </Note>
          {failure.tables !== undefined && (
            <TablesLeft
              tables={failure.tables}
              busy={running !== null}
              onChoose={(table) => void take([failure.file], table)}
            />
          )}
          {failure.beyondPlan && tier === 'free' && <PremiumNotice />}
        </div>
      )}
      {taken.length > 0 && <TakenFiles files={taken} />}
      <section className="sec mt32" aria-labelledby="kinds-title">
        <header>
          <h2 id="kinds-title">What can be imported</h2>
        </header>
        <ul className="kinds">
          {formats.map(({ title, endings, about }) => (
            <li key={title}>
              <b>{`${title.charAt(0).toUpperCase()}${title.slice(1)}`}</b>
              <span className="endings">
                {endings.slice(0, 2).map((ending) => (
                  <code key={ending}>.{ending}</code>
                ))}
              </span>
              <span className="s2">{about}</span>
            </li>
          ))}
        </ul>
        <p className="xs s3">
          A .csv file is read here too, and on the <Link to="/dashboard">dashboard</Link>.{' '}
          <Link to="/docs/importing">How other files are read</Link>
        </p>
      </section>
    </main>
  );
}

function Sending({
  running: { name, size, share, isBroken },
  onStop,
}: {
  readonly running: Running;
  readonly onStop: () => void;
}) {
  const percent = Math.floor(share * 100);
  return (
    <div className="sending" aria-busy="true">
      <p>
        <b>{name}</b>
      </p>
      <div
        className={`bar acc${share === 1 ? ' busy' : ''}`}
        role="progressbar"
        aria-label={`Import of ${name}`}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <i style={{ width: `${share * 100}%` }} />
      </div>
      <p className="xs s2" role="status">
        {isBroken
          ? 'Connection lost. Trying again…'
          : share < 1
            ? `${percent}% of ${formatBytes(size)} sent`
            : 'Reading…'}
      </p>
      <Button size="small" onClick={onStop}>
        Cancel
      </Button>
    </div>
  );
}
