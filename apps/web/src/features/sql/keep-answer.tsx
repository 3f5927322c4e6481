import type { Dataset, SqlResult } from '@columnist/contract';
import { Input } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { detailOf } from '../../lib/errors.ts';
import { plural } from '../../lib/formats.ts';
import { saveFile } from '../../lib/save-file.ts';
import { trpc } from '../../lib/trpc.ts';
import { answerAsTsv } from './answer-as-tsv.ts';
import { useCopy } from '../../ui/use-copy.ts';
import { useNotices } from '../../ui/notices.tsx';

/** What a statement answers to take along: its page copied, all of it as a file or a dataset. */
export function KeepAnswer({ sql, found }: { sql: string; found: SqlResult }) {
  const { message } = useNotices();
  const utils = trpc.useUtils();
  const [copied, copy] = useCopy();
  const [isNaming, setIsNaming] = useState(false);
  const [isSending, setIsSending] = useState(false);
  /** What was made last, and of which statement. */
  const [saved, setSaved] = useState<(Dataset & { readonly sql: string }) | null>(null);
  const save = trpc.datasets.save.useMutation({
    onSuccess: async (made) => {
      setIsNaming(false);
      await Promise.all([utils.datasets.list.invalidate(), utils.usage.get.invalidate()]);
      if ('id' in made) setSaved({ ...made, sql });
    },
    onError: (error) => void message.error(detailOf(error, 'Failed to save the rows')),
  });
  const download = () => {
    setIsSending(true);
    void saveFile('/api/v1/file', 'answer.csv', { sql, name: 'answer', format: 'csv' })
      .catch(() => message.error('Failed to download the file'))
      .finally(() => setIsSending(false));
  };
  if (isNaming)
    return (
      <Input.Search
        size="small"
        className="keep-name"
        aria-label="Name of the new dataset"
        defaultValue="answer.csv"
        enterButton="Save"
        autoFocus
        maxLength={200}
        loading={save.isPending}
        onKeyDown={(event) => {
          if (event.key === 'Escape') setIsNaming(false);
        }}
        onSearch={(name) => {
          if (name.trim() === '') setIsNaming(false);
          else save.mutate({ name, sql });
        }}
      />
    );
  return (
    <span className="row keep-row">
      {saved?.sql === sql && (
        <span className="sm" role="status">
          Saved as <Link to={`/datasets/${saved.id}`}>{saved.name}</Link>,{' '}
          {plural(saved.row_count, 'row')} × {plural(saved.column_count, 'column')}
        </span>
      )}
      <button type="button" className="btn txt sml" onClick={() => copy(answerAsTsv(found))}>
        {copied ? 'Copied' : 'Copy'}
      </button>
      <button type="button" className="btn txt sml" disabled={isSending} onClick={download}>
        {isSending ? 'Writing…' : 'Download CSV'}
      </button>
      <button type="button" className="btn txt sml" onClick={() => setIsNaming(true)}>
        Save as dataset
      </button>
    </span>
  );
}
