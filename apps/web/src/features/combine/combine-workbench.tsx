import { Segmented } from '../../ui/segmented.tsx';
import { RequestFailed } from '../../ui/request-failed.tsx';
import type { Dataset } from '@columnist/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { useDeferredValue, useState } from 'react';
import { trpc } from '../../lib/trpc.ts';
import { ChooseDatasets } from './choose-datasets.tsx';
import { CombinationFailed } from './combination-failed.tsx';
import { CombinationPreview } from './combination-preview.tsx';
import { useUser } from '../../lib/session.tsx';
import { keepDraft, keptDraft } from './kept-draft.ts';
import { JoinFields } from './join-fields.tsx';
import { previewCombination } from './preview-combination.ts';
import { SaveCombination } from './save-combination.tsx';
import { AppendFields, PivotFields, UnpivotFields } from './shape-fields.tsx';
import {
  combinationOf,
  emptyDraft,
  kindNames,
  suggestName,
  type RecipeDraft,
} from './recipe-draft.ts';
import '../results/sentence.css';
import './combine.css';

/** Says how datasets are put together, shows what comes of it, and saves it. */
export function CombineWorkbench({
  chosen,
  kind,
}: {
  chosen: readonly string[];
  /** What is asked for; else what fits the number of datasets. */
  kind: 'append' | 'join' | null;
}) {
  // Another person in the same tab finds nothing of it.
  const asked = JSON.stringify([useUser().email, kind, ...chosen]);
  const [draft, setDraft] = useState(() => {
    const empty = emptyDraft(chosen);
    return keptDraft(asked) ?? (kind === null ? empty : { ...empty, kind });
  });
  const change = (to: Partial<RecipeDraft>) => {
    const next = { ...draft, ...to };
    setDraft(next);
    keepDraft(asked, next);
  };
  const listed = trpc.datasets.list.useQuery({ limit: 200 });
  const [first, second] = draft.datasets;
  const left = useDataset(first);
  const right = useDataset(draft.kind === 'join' ? second : undefined);
  const combination = combinationOf(useDeferredValue(draft));
  const preview = useQuery({
    queryKey: ['combine', combination, draft.statistic],
    queryFn: ({ signal }) =>
      typeof combination === 'string'
        ? null
        : previewCombination(
            combination,
            { source: left, isChosen: draft.statistic !== null },
            signal,
          ),
    enabled:
      typeof combination !== 'string' && (combination.kind !== 'pivot' || left !== undefined),
    retry: false,
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  });
  const shown = typeof combination === 'string' ? null : (preview.data ?? null);
  const taken = shown?.combination.kind === 'pivot' ? shown.combination.statistic : 'only';
  const report = shown?.report ?? null;
  const isWaiting = typeof combination !== 'string' && preview.isPending;
  const options = (listed.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <>
      <Segmented
        aria-label="How datasets are put together"
        options={Object.entries(kindNames).map(([value, label]) => ({ value, label }))}
        value={draft.kind}
        onChange={(value) => {
          const kind = Object.keys(kindNames).find((name) => name === value);
          if (kind === 'join' || kind === 'append' || kind === 'pivot' || kind === 'unpivot')
            change({ kind });
        }}
      />
      {listed.isError && (
        <RequestFailed
          text="The datasets could not be loaded."
          error={listed.error}
          onRetry={listed.refetch}
        />
      )}
      <div className="gq mt16">
        <ChooseDatasets {...{ draft, change, options }} />
      </div>
      {/* The first answer names the keys: fields without them would grow under the eyes. */}
      {draft.kind === 'join' &&
        left !== undefined &&
        right !== undefined &&
        !(isWaiting && draft.keys === null) && (
          <JoinFields
            {...{ draft, change, left, right }}
            used={report?.join?.keys ?? []}
            suggested={report?.join?.suggested ?? []}
          />
        )}
      {draft.kind === 'append' && <AppendFields {...{ draft, change }} />}
      {draft.kind === 'pivot' && left !== undefined && (
        <PivotFields {...{ draft, change, taken }} dataset={left} />
      )}
      {draft.kind === 'unpivot' && left !== undefined && (
        <UnpivotFields {...{ draft, change }} dataset={left} />
      )}
      {typeof combination === 'string' && <p className="s2 sm mt16">{combination}</p>}
      {typeof combination !== 'string' && preview.isError && (
        <div className="mt16">
          <CombinationFailed
            {...{ draft, change }}
            error={preview.error}
            onRetry={preview.refetch}
          />
        </div>
      )}
      {isWaiting && (
        <Skeleton className="mt16" active={false} title={false} paragraph={{ rows: 6 }} />
      )}
      {shown !== null && report !== null && !preview.isError && (
        <div className="mt16" aria-busy={preview.isPlaceholderData}>
          <SaveCombination
            combination={
              shown.combination.kind === 'join'
                ? { ...shown.combination, keys: report.join?.keys ?? [] }
                : shown.combination
            }
            suggested={suggestName(
              shown.combination.kind,
              report.sources.map(({ name }) => name),
            )}
            rest={draft.kind === 'join' ? draft.datasets.slice(2) : []}
            restName={options.find(({ value }) => value === draft.datasets[2])?.label ?? 'the next'}
            isMain={report.join === null || report.join.left.matched > 0}
            isBlocked={preview.isPlaceholderData || report.warnings.some(isTooLarge)}
          />
          {taken === 'mean' && draft.statistic === null && (
            <p className="sm s2 mt12">
              Several numbers meet in a cell, so the mean is taken; choose another statistic above.
            </p>
          )}
          <CombinationPreview
            report={report}
            sources={report.sources}
            onKeys={(keys) => change({ keys })}
          />
        </div>
      )}
    </>
  );
}

const isTooLarge = ({ code }: { code: string }): boolean => code === 'too_large';

function useDataset(id: string | undefined): Dataset | undefined {
  return trpc.datasets.get.useQuery({ id: id ?? '' }, { enabled: id !== undefined }).data;
}
