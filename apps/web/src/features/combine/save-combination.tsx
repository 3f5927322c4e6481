import { Input } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { detailOf } from '../../lib/errors.ts';
import { trpc } from '../../lib/trpc.ts';
import { useNotices } from '../../ui/notices.tsx';
import { forgetDraft } from './kept-draft.ts';
import type { combinationOf } from './recipe-draft.ts';

/** Saves what is made as a dataset, and goes to it or to the next join. */
export function SaveCombination({
  combination,
  suggested,
  rest,
  restName,
  isMain,
  isBlocked,
}: {
  combination: Exclude<ReturnType<typeof combinationOf>, string>;
  /** The name until another is typed. */
  suggested: string;
  /** Datasets that the result is joined with next, and the name of the first of them. */
  rest: readonly string[];
  restName: string;
  /** Whether to save is what comes next; not while nothing matches. */
  isMain: boolean;
  isBlocked: boolean;
}) {
  const [typed, setTyped] = useState<string | null>(null);
  const name = typed ?? suggested;
  const { message } = useNotices();
  const utils = trpc.useUtils();
  const navigate = useNavigate();
  const save = trpc.datasets.combine.useMutation({
    onSuccess: async ({ dataset }) => {
      await Promise.all([utils.datasets.list.invalidate(), utils.usage.get.invalidate()]);
      if (dataset === null) return;
      forgetDraft();
      void navigate(
        rest.length === 0
          ? `/datasets/${dataset.id}`
          : `/combine?kind=join&of=${[dataset.id, ...rest].join(',')}`,
      );
    },
    onError: (error) => void message.error(detailOf(error, 'Failed to save the dataset')),
  });
  return (
    <form
      className="row"
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() !== '') save.mutate({ ...combination, name: name.trim() });
      }}
    >
      <Input
        aria-label="Name of the new dataset"
        className="cmb-name"
        placeholder="name.csv"
        maxLength={200}
        value={name}
        onChange={({ target }) => setTyped(target.value)}
      />
      <button
        type="submit"
        className={isMain ? 'btn pri' : 'btn'}
        disabled={isBlocked || save.isPending || name.trim() === ''}
      >
        {save.isPending
          ? 'Saving…'
          : rest.length === 0
            ? 'Save as a dataset'
            : `Save, then join with ${restName}`}
      </button>
      <span className="sm s2">It is made again when one of its sources gets a new version.</span>
    </form>
  );
}
