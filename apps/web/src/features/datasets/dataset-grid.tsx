import { App, Input, Skeleton } from 'antd';
import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { Icon } from '../../app/icons.tsx';
import { useUser } from '../../app/session.tsx';
import { detailOf } from '../../lib/errors.ts';
import { plural } from '../../lib/formats.ts';
import { trpc } from '../../lib/trpc.ts';
import { DatasetCard } from './dataset-card.tsx';
import { UploadCard } from './upload-card.tsx';
import { useDeleteDataset } from './use-delete-dataset.tsx';
import { useUploads } from './use-uploads.ts';

export function DatasetGrid() {
  const user = useUser();
  const [search, setSearch] = useState('');
  const q = useDeferredValue(search.trim());
  const datasets = trpc.datasets.list.useQuery({ limit: 200, ...(q === '' ? {} : { q }) }, { placeholderData: (previous) => previous });
  const usage = trpc.usage.get.useQuery({});
  const plans = trpc.usage.plans.useQuery({});
  const { uploads, add, retry, remove } = useUploads();
  const deleteDataset = useDeleteDataset();
  const limit = usage.data?.max_datasets ?? 0;
  const full = limit > 0 && (usage.data?.datasets_uploaded ?? 0) >= limit;
  const sizeLimit = plans.data?.find((plan) => plan.tier === user.subscription_tier)?.max_file_size_mb;
  const { message } = App.useApp();
  const accept = (files: Iterable<File>) => (full ? void message.warning(`You have ${limit} of ${limit} datasets. Delete one or upgrade to Pro.`) : add(files));
  const dragging = useDropAnywhere(accept);
  const items = datasets.data?.items ?? [];
  const facts = usage.data === undefined ? '' : `${usage.data.datasets_uploaded} of ${limit === 0 ? 'unlimited' : limit}, newest first`;

  return (
    <section className="sec mt32" aria-labelledby="datasets-title">
      <header>
        <h2 id="datasets-title">Datasets</h2>
        <p>{facts}</p>
        <div className="r">
          <Input allowClear prefix={<Icon name="search" />} placeholder="Find a dataset" aria-label="Find a dataset" value={search} onChange={(event) => setSearch(event.target.value)} style={{ width: 220 }} />
        </div>
      </header>
      {datasets.isError && (
        <div className="note err" role="alert">
          <Icon name="error" />
          <span>
            <b>{detailOf(datasets.error, 'Failed to load datasets')}</b>
          </span>
          <button type="button" className="btn sml" onClick={() => void datasets.refetch()}>
            Try Again
          </button>
        </div>
      )}
      <div className="grid3">
        <DropCard full={full} dragging={dragging} hint={sizeLimit === undefined ? '.csv' : `.csv up to ${sizeLimit} MB on ${user.subscription_tier === 'paid' ? 'Pro' : 'Free'}`} onFiles={accept} />
        {uploads.map((upload) => (
          <UploadCard key={upload.key} upload={upload} onRetry={() => retry(upload)} onRemove={() => remove(upload.key)} />
        ))}
        {datasets.isPending && Array.from({ length: 2 }, (_, i) => <article key={i} className="card"><Skeleton active={false} paragraph={{ rows: 2 }} /></article>)}
        {items.map((dataset) => (
          <DatasetCard key={dataset.id} dataset={dataset} onDelete={() => deleteDataset(dataset)} />
        ))}
      </div>
      {datasets.isSuccess && items.length === 0 && uploads.length === 0 && (
        <p className="voice empty">{q === '' ? 'No dataset yet. Drop a CSV file here, and every column introduces itself.' : `No dataset is called anything like “${q}”.`}</p>
      )}
      {datasets.data !== undefined && datasets.data.total > items.length && <p className="sm s3 mt12">{plural(datasets.data.total - items.length, 'more dataset')}; search by name to find them.</p>}
    </section>
  );
}

function DropCard({ full, dragging, hint, onFiles }: { full: boolean; dragging: boolean; hint: string; onFiles: (files: Iterable<File>) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className={`card drop${dragging ? ' over' : ''}`}>
      <Icon name="upload" />
      {full ? (
        <p>
          <b>All your places are taken.</b> Delete a dataset or upgrade.
        </p>
      ) : (
        <p>
          <b>Drop a CSV file here</b> or{' '}
          <button type="button" className="link" onClick={() => input.current?.click()}>
            choose a file
          </button>
        </p>
      )}
      <p className="xs s3">{hint}</p>
      <input
        ref={input}
        type="file"
        accept=".csv,text/csv"
        multiple
        hidden
        aria-label="CSV files"
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
    </div>
  );
}

/** True while files are dragged over the page; they may be dropped anywhere. */
function useDropAnywhere(onFiles: (files: Iterable<File>) => void): boolean {
  const [dragging, setDragging] = useState(false);
  const latest = useRef(onFiles);
  useEffect(() => {
    latest.current = onFiles;
  });
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files') !== true) return;
      event.preventDefault();
      setDragging(true);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setDragging(false);
    };
    const drop = (event: DragEvent) => {
      event.preventDefault();
      setDragging(false);
      latest.current([...(event.dataTransfer?.files ?? [])]);
    };
    addEventListener('dragover', over);
    addEventListener('dragleave', leave);
    addEventListener('drop', drop);
    return () => {
      removeEventListener('dragover', over);
      removeEventListener('dragleave', leave);
      removeEventListener('drop', drop);
    };
  }, []);
  return dragging;
}
