import { fileFormats, type Dataset } from '@columnist/contract';
import { useRef, useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { z } from 'zod';
import { useNotices } from '../../ui/notices.tsx';
import { authorizedFetch } from '../../lib/stored-tokens.ts';
import { problem } from '../../lib/problem.ts';
import { trpc } from '../../lib/trpc.ts';
import { AnotherTable, type ToChoose } from './another-table.tsx';

/** What the answer says of the file. */
const taken = z.looseObject({
  admission: z.looseObject({
    notes: z.array(z.looseObject({ code: z.string(), message: z.string() })),
  }),
});

/** What appending may have come to beside that rows were appended. */
const ofAppended: ReadonlySet<string> = new Set(['nothing_appended', 'already_appended']);
/** What of the file is not in the version. */
const ofOthers: ReadonlySet<string> = new Set(['other_sheets', 'other_tables', 'other_files']);

const accepted = [
  '.csv',
  'text/csv',
  ...[...Object.values(fileFormats).flatMap(({ endings }) => endings), 'txt', 'dat'].map(
    (ending) => `.${ending}`,
  ),
].join(',');

export type UpdateMode = 'replace' | 'append';

/** Sends a file as the next version of a dataset, and then shows what changed. */
export function useUpdateData({ id, version }: Dataset): {
  choose: (mode: UpdateMode) => void;
  input: ReactNode;
  busy: boolean;
} {
  const { message, notification } = useNotices();
  const [toChoose, setToChoose] = useState<ToChoose | null>(null);
  const utils = trpc.useUtils();
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const mode = useRef<UpdateMode>('replace');
  const [busy, setBusy] = useState(false);
  const send = async (file: File, table?: string) => {
    setBusy(true);
    const body = new FormData();
    body.append('file', file, file.name);
    const asked = new URLSearchParams({
      mode: mode.current,
      ...(table === undefined ? {} : { table }),
    }).toString();
    const response = await authorizedFetch(`/api/v1/datasets/${id}/versions?${asked}`, {
      method: 'POST',
      body,
    });
    const refusal = response.ok ? undefined : problem.safeParse(await response.json()).data;
    if (refusal?.tables !== undefined)
      setToChoose({ file, mode: mode.current, refusal, tables: refusal.tables });
    else if (!response.ok)
      notification.error({
        title: refusal?.detail ?? `The server answered ${response.status}.`,
        description: refusal?.fix,
        duration: false,
      });
    else {
      const { notes } = taken.parse(await response.json()).admission;
      const odd = notes.find(({ code }) => ofAppended.has(code));
      if (mode.current === 'append' && odd !== undefined) void message.warning(odd.message);
      else
        void message.success(
          mode.current === 'append' ? 'The rows were appended.' : 'The data was replaced.',
        );
      const others = notes.find(({ code }) => ofOthers.has(code));
      if (others !== undefined && table === undefined)
        notification.info({
          title: others.message,
          description:
            mode.current === 'append'
              ? 'To append another one too, save it as a file of its own.'
              : 'Another one can be read instead: Change how it is read.',
        });
      await utils.datasets.invalidate();
      // What changed is answered at once, below the columns.
      void navigate(
        `/datasets/${id}?${new URLSearchParams({ changes: String(version) }).toString()}`,
      );
    }
  };
  const start = (file: File, table?: string) =>
    void send(file, table)
      .catch(() => message.error('Failed to upload file'))
      .finally(() => setBusy(false));
  return {
    choose: (chosen) => {
      mode.current = chosen;
      input.current?.click();
    },
    busy,
    input: (
      <>
        <input
          ref={input}
          type="file"
          accept={accepted}
          hidden
          aria-label="File of the new version"
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file !== undefined) start(file);
            target.value = '';
          }}
        />
        {toChoose !== null && (
          <AnotherTable
            {...toChoose}
            onChoose={(table) => start(toChoose.file, table)}
            onClose={() => setToChoose(null)}
          />
        )}
      </>
    ),
  };
}
