import { exportFormats, type Dataset, type View } from '@columnist/contract';
import { Dropdown, Input } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useNotices } from '../../ui/notices.tsx';
import { detailOf } from '../../lib/errors.ts';
import { saveFile } from '../../lib/save-file.ts';
import { trpc } from '../../lib/trpc.ts';

/** How long it is said what a file leaves out. */
const secondsToRead = 10;

/** The rows in sight as a file, or as a dataset of their own. */
export function KeepRows({ dataset, view }: { dataset: Dataset; view: View | undefined }) {
  const { message } = useNotices();
  const navigate = useNavigate();
  const utils = trpc.useUtils();
  const [naming, setNaming] = useState(false);
  const save = trpc.datasets.saveRows.useMutation({
    onSuccess: async (made) => {
      setNaming(false);
      await Promise.all([utils.datasets.list.invalidate(), utils.usage.get.invalidate()]);
      void message.success(`${made.name} is a dataset of its own now.`);
      void navigate(`/datasets/${made.id}`);
    },
    onError: (error) => void message.error(detailOf(error, 'Failed to save the rows')),
  });
  const stem = dataset.name.replace(/\.[a-z0-9]{2,8}$/i, '');
  const download = (format: string, ending: string) => {
    const query = new URLSearchParams({
      format,
      ...(view === undefined ? {} : { view: JSON.stringify(view) }),
    });
    void saveFile(
      `/api/v1/datasets/${dataset.id}/export?${query.toString()}`,
      `${stem}-rows.${ending}`,
    )
      .then((notes) => {
        if (notes.length > 0) void message.info(notes.join(' '), secondsToRead);
      })
      .catch(() => message.error('Failed to download the file'));
  };
  const formats = Object.entries(exportFormats).map(([key, { ending, title }]) => ({
    key,
    label: title,
    onClick: () => download(key, ending),
  }));
  if (naming) {
    return (
      <Input.Search
        size="small"
        className="keep-name"
        aria-label="Name of the new dataset"
        defaultValue={`${stem}-part.csv`}
        enterButton="Save"
        autoFocus
        maxLength={200}
        loading={save.isPending}
        onKeyDown={(event) => {
          if (event.key === 'Escape') setNaming(false);
        }}
        onSearch={(name) => {
          if (name.trim() === '') setNaming(false);
          else save.mutate({ id: dataset.id, name, ...(view === undefined ? {} : { view }) });
        }}
      />
    );
  }
  return (
    <span className="row">
      <Dropdown menu={{ items: formats }} trigger={['click']}>
        <button type="button" className="btn txt sml" aria-haspopup="menu">
          Download rows
        </button>
      </Dropdown>
      <button type="button" className="btn txt sml" onClick={() => setNaming(true)}>
        Save as dataset
      </button>
    </span>
  );
}
