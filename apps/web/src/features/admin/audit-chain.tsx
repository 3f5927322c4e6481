import type { AuditCheck } from '@columnist/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Note } from '../../ui/note.tsx';
import { RequestFailed } from '../../ui/request-failed.tsx';
import { formatCount } from '../../lib/formats.ts';
import { trpc } from '../../lib/trpc.ts';

/** Whether a line of the log is missing or was changed: checked part by part, each a small call. */
export function AuditChain() {
  const { client } = trpc.useUtils();
  const parts = useInfiniteQuery({
    queryKey: ['audit-check'],
    queryFn: ({ pageParam }) =>
      client.admin.checkAudit.query(pageParam === '' ? {} : { cursor: pageParam }),
    initialPageParam: '',
    getNextPageParam: (part) => part.next_cursor,
    refetchOnWindowFocus: false,
  });
  const { hasNextPage, isFetching, isError, fetchNextPage } = parts;
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [hasNextPage, isFetching, isError, fetchNextPage]);
  const newest = parts.data?.pages.at(-1);
  const again = (
    <button
      type="button"
      className="btn sml"
      disabled={isFetching}
      onClick={() => void parts.refetch()}
    >
      Check again
    </button>
  );
  if (isError)
    return (
      <RequestFailed
        text="The chain could not be checked."
        error={parts.error}
        onRetry={parts.refetch}
      />
    );
  if (newest === undefined) return <Note kind="warn">Checking the chain…</Note>;
  if (newest.problem !== null)
    return (
      <Note kind="err" action={again}>
        <b>The log is not whole.</b> {newest.problem.message} Compare it with a backup, and with the
        ends in the server’s own log.
      </Note>
    );
  if (newest.next_cursor !== null)
    return (
      <Note kind="warn">
        Checking the chain… {formatCount(newest.checked_to)} of {formatCount(newest.last)} lines.
      </Note>
    );
  return (
    <Note kind={newest.first > 1 ? 'warn' : 'ok'} action={again}>
      <b>Chain intact</b>, {formatCount(newest.last - newest.first + 1)} lines, checked{' '}
      {newest.checked_at.slice(0, 19).replace('T', ' ')} UTC.{doubtsOf(newest)}
    </Note>
  );
}

/** What the chain says nothing about. */
const doubtsOf = ({ first }: AuditCheck): string =>
  first > 1
    ? ` The ${formatCount(first - 1)} lines before cannot be checked: no secret opens their key.`
    : '';
