import type { Dataset } from '@columnist/contract';
import { keepPreviousData } from '@tanstack/react-query';
import { Input } from 'antd';
import { useDeferredValue, useState } from 'react';
import { Link } from 'react-router-dom';
import { Icon } from '../../ui/icons.tsx';
import { RequestFailed } from '../../ui/request-failed.tsx';
import { combineAddress } from '../../lib/combine-address.ts';
import { plural } from '../../lib/formats.ts';
import { trpc } from '../../lib/trpc.ts';
import { DatasetTable } from './dataset-table.tsx';
import { demoFile } from './demo-file.ts';
import { DatasetCard, DatasetCardSkeleton } from './dataset-card.tsx';
import { DropCard } from './drop-card.tsx';
import { UploadCard } from './upload-card.tsx';
import { useUploads } from './uploads.tsx';
import { useDeleteDataset } from '../../ui/use-delete-dataset.tsx';
import { Segmented } from '../../ui/segmented.tsx';

type Shape = 'grid' | 'list';
const storedShape = (): Shape => (localStorage.getItem('datasets') === 'list' ? 'list' : 'grid');

export function DatasetGrid() {
  const [search, setSearch] = useState('');
  const q = useDeferredValue(search.trim());
  const datasets = trpc.datasets.list.useQuery(
    { limit: 200, ...(q === '' ? {} : { q }) },
    { placeholderData: keepPreviousData },
  );
  // The same call as above while nothing is searched for.
  const all = trpc.datasets.list.useQuery({ limit: 200 });
  const usage = trpc.usage.get.useQuery({});
  const { uploads, add, retry, importOther, remove } = useUploads();
  const [shape, setShape] = useState(storedShape);
  const show = (next: Shape) => {
    localStorage.setItem('datasets', next);
    setShape(next);
  };
  const deleteDataset = useDeleteDataset();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const choose = ({ id }: Dataset, isChosen: boolean) =>
    setChosen((before) => [...before.filter((one) => one !== id), ...(isChosen ? [id] : [])]);
  const items = datasets.data?.items ?? [];
  const drafts = all.data?.items.filter(({ status }) => status === 'draft').length ?? 0;
  const more = (datasets.data?.total ?? 0) - items.length;
  return (
    <section className="sec mt32" aria-labelledby="datasets-title">
      <header>
        <h2 id="datasets-title">Datasets</h2>
        {usage.data !== undefined && (
          <p>
            {usage.data.datasets_uploaded} of{' '}
            {usage.data.max_datasets === 0 ? 'unlimited' : usage.data.max_datasets}
            {drafts > 0 && `, ${plural(drafts, 'draft')} among them`}, newest first
          </p>
        )}
        <div className="r">
          <Link
            className={chosen.length > 0 ? 'btn sml' : 'btn txt sml'}
            to={combineAddress(chosen.flatMap((id) => items.filter((one) => one.id === id)))}
          >
            {chosen.length > 0 ? `Combine ${chosen.length}` : 'Combine'}
          </Link>
          <Link className="btn txt sml" to="/sql">
            SQL
          </Link>
          <Segmented<Shape>
            aria-label="Shown as"
            className="only-w"
            options={[
              { value: 'grid', icon: <Icon name="grid" />, title: 'Cards' },
              { value: 'list', icon: <Icon name="list" />, title: 'List' },
            ]}
            value={shape}
            onChange={show}
          />
          <Input
            className="find"
            allowClear
            prefix={<Icon name="search" />}
            placeholder="Find a dataset"
            aria-label="Find a dataset"
            value={search}
            onChange={({ target }) => setSearch(target.value)}
          />
        </div>
      </header>
      {datasets.isError && (
        <RequestFailed
          text="Failed to load datasets"
          error={datasets.error}
          onRetry={datasets.refetch}
        />
      )}
      <div className="grid3">
        <DropCard />
        {uploads.map((upload) => (
          <UploadCard
            key={upload.key}
            upload={upload}
            onRetry={() => retry(upload)}
            onImport={() => importOther(upload)}
            onRemove={() => remove(upload.key)}
          />
        ))}
        {datasets.isPending && Array.from({ length: 2 }, (_, i) => <DatasetCardSkeleton key={i} />)}
        {shape === 'grid' &&
          items.map((dataset) => (
            <DatasetCard
              key={dataset.id}
              dataset={dataset}
              isChosen={chosen.includes(dataset.id)}
              onChoose={(isChosen) => choose(dataset, isChosen)}
              onDelete={() => deleteDataset(dataset)}
            />
          ))}
      </div>
      {shape === 'list' && items.length > 0 && (
        <DatasetTable items={items} chosen={chosen} onChoose={choose} onDelete={deleteDataset} />
      )}
      {datasets.isSuccess && items.length === 0 && uploads.length === 0 && (
        <>
          <p className="voice empty">
            {q === ''
              ? 'No dataset yet. Drop a CSV file here, and every column introduces itself.'
              : `No dataset is called anything like “${q}”.`}
          </p>
          {q === '' && (
            <p className="mt16">
              <button type="button" className="btn" onClick={() => add([demoFile()])}>
                Try it with demo orders
              </button>
            </p>
          )}
        </>
      )}
      {more > 0 && (
        <p className="sm s3 mt12">{plural(more, 'more dataset')}; search by name to find them.</p>
      )}
    </section>
  );
}
