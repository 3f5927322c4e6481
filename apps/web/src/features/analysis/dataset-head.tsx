import type { Dataset } from '@columnist/contract';
import { App, Dropdown, Input } from 'antd';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { Icon } from '../../app/icons.tsx';
import { detailOf } from '../../lib/errors.ts';
import { formatBytes, formatDay, plural } from '../../lib/formats.ts';
import { authorizedFetch } from '../../lib/stored-tokens.ts';
import { trpc } from '../../lib/trpc.ts';
import { useDeleteDataset } from '../datasets/use-delete-dataset.tsx';

export function DatasetHead({ dataset }: { dataset: Dataset }) {
  const [renaming, setRenaming] = useState(false);
  const navigate = useNavigate();
  const deleteDataset = useDeleteDataset();
  const download = useDownload(dataset);
  const actions = [
    { key: 'rename', label: 'Rename', onClick: () => setRenaming(true) },
    {
      key: 'delete',
      label: 'Delete',
      danger: true,
      onClick: () => {
        deleteDataset(dataset);
        void navigate('/dashboard');
      },
    },
  ];
  return (
    <section className="dsh" aria-label="Dataset">
      <div className="dsh-t">
        <div className="crumb">
          <Link className="quiet" to="/dashboard">
            Datasets
          </Link>{' '}
          <span aria-hidden="true">/</span> uploaded {formatDay(dataset.created_at)}, version {dataset.version}
        </div>
        {renaming ? (
          <Rename dataset={dataset} onDone={() => setRenaming(false)} />
        ) : (
          <h1>
            {dataset.name}{' '}
            <span>
              {plural(dataset.row_count, 'row')} × {plural(dataset.column_count, 'column')} · CSV · {formatBytes(dataset.file_size)}
            </span>
          </h1>
        )}
      </div>
      <div className="r">
        <button type="button" className="btn" onClick={download} title="The file as it was uploaded">
          <Icon name="download" />
          <span className="said">Download original</span>
        </button>
        <Dropdown menu={{ items: actions }} trigger={['click']} placement="bottomRight">
          <button type="button" className="btn ico" aria-label="More actions" aria-haspopup="menu">
            ···
          </button>
        </Dropdown>
      </div>
    </section>
  );
}

function Rename({ dataset, onDone }: { dataset: Dataset; onDone: () => void }) {
  const { message } = App.useApp();
  const utils = trpc.useUtils();
  const rename = trpc.datasets.rename.useMutation({
    onSuccess: (renamed) => {
      utils.datasets.get.setData({ id: dataset.id }, renamed);
      void utils.datasets.list.invalidate();
      onDone();
    },
    onError: (error) => void message.error(detailOf(error, 'Failed to rename dataset')),
  });
  const save = (name: string) => (name.trim() === '' || name === dataset.name ? onDone() : rename.mutate({ id: dataset.id, name }));
  return (
    <Input
      aria-label="Name of the dataset"
      defaultValue={dataset.name}
      autoFocus
      maxLength={200}
      disabled={rename.isPending}
      onPressEnter={(event) => save(event.currentTarget.value)}
      onBlur={(event) => save(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onDone();
      }}
      className="rename"
    />
  );
}

/** The file as uploaded; fetched with the session's token, then saved. */
function useDownload({ id, name }: Dataset): () => void {
  const { message } = App.useApp();
  const save = async () => {
    const response = await authorizedFetch(`/api/v1/datasets/${id}/file`);
    if (!response.ok) throw new Error(`The server answered ${response.status}.`);
    const url = URL.createObjectURL(await response.blob());
    const link = document.createElement('a');
    link.href = url;
    link.download = /\.csv$/i.test(name) ? name : `${name}.csv`;
    link.click();
    URL.revokeObjectURL(url);
  };
  return () => void save().catch(() => message.error('Failed to download the file'));
}
