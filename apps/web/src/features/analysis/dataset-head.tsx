import type { Dataset } from '@columnist/contract';
import { Dropdown, Input } from 'antd';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { Icon } from '../../ui/icons.tsx';
import { useNotices } from '../../ui/notices.tsx';
import { detailOf } from '../../lib/errors.ts';
import { formatBytes, formatDay, plural, fileTypeOf } from '../../lib/formats.ts';
import { saveFile } from '../../lib/save-file.ts';
import { trpc } from '../../lib/trpc.ts';
import { useUpdateData } from './use-update-data.tsx';
import { useDeleteDataset } from '../../ui/use-delete-dataset.tsx';

export function DatasetHead({ dataset }: { dataset: Dataset }) {
  const [renaming, setRenaming] = useState(false);
  const navigate = useNavigate();
  const deleteDataset = useDeleteDataset();
  const download = useDownload(dataset);
  const update = useUpdateData(dataset);
  const actions = [
    { key: 'rename', label: 'Rename', onClick: () => setRenaming(true) },
    { key: 'replace', label: 'Replace data…', onClick: () => update.choose('replace') },
    { key: 'append', label: 'Append rows…', onClick: () => update.choose('append') },
    {
      key: 'import',
      label: 'Change how it is read…',
      onClick: () => void navigate(`/datasets/${dataset.id}/import`),
    },
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
          <span aria-hidden="true">/</span>{' '}
          {dataset.status === 'draft' && <span className="tag warn">Draft</span>} uploaded{' '}
          {formatDay(dataset.created_at)}, version {dataset.version}
        </div>
        {renaming ? (
          <Rename dataset={dataset} onDone={() => setRenaming(false)} />
        ) : (
          <h1>
            {dataset.name}{' '}
            <span>
              {plural(dataset.row_count, 'row')} × {plural(dataset.column_count, 'column')} ·{' '}
              {fileTypeOf(dataset)} · {formatBytes(dataset.file_size)}
            </span>
          </h1>
        )}
      </div>
      <div className="r">
        {update.input}
        {update.busy && (
          <span role="status" className="sm s2">
            Reading…
          </span>
        )}
        <button
          type="button"
          className="btn"
          onClick={download}
          title="The file as it was uploaded"
        >
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
  const { message } = useNotices();
  const utils = trpc.useUtils();
  const rename = trpc.datasets.rename.useMutation({
    onSuccess: (renamed) => {
      utils.datasets.get.setData({ id: dataset.id }, renamed);
      void utils.datasets.list.invalidate();
      onDone();
    },
    onError: (error) => void message.error(detailOf(error, 'Failed to rename dataset')),
  });
  const save = (name: string) =>
    name.trim() === '' || name === dataset.name
      ? onDone()
      : rename.mutate({ id: dataset.id, name });
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

/** The file as uploaded. */
function useDownload({ id, name }: Dataset): () => void {
  const { message } = useNotices();
  return () =>
    void saveFile(`/api/v1/datasets/${id}/file`, /\.csv$/i.test(name) ? name : `${name}.csv`).catch(
      () => message.error('Failed to download the file'),
    );
}
