import type { Dataset } from '@columnist/contract';
import { useRef, useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { z } from 'zod';
import { useNotices } from '../../ui/notices.tsx';
import { authorizedFetch } from '../../lib/stored-tokens.ts';
import { problem } from '../../lib/problem.ts';
import { trpc } from '../../lib/trpc.ts';

/** What the answer says of the file. */
const taken = z.looseObject({
  admission: z.looseObject({
    notes: z.array(z.looseObject({ code: z.string(), message: z.string() })),
  }),
});

/** What appending may have come to beside that rows were appended. */
const ofAppended: ReadonlySet<string> = new Set(['nothing_appended', 'already_appended']);

export type UpdateMode = 'replace' | 'append';

/** Sends a file as the next version of a dataset, and then shows what changed. */
export function useUpdateData({ id, version }: Dataset): {
  choose: (mode: UpdateMode) => void;
  input: ReactNode;
  busy: boolean;
} {
  const { message, notification } = useNotices();
  const utils = trpc.useUtils();
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const mode = useRef<UpdateMode>('replace');
  const [busy, setBusy] = useState(false);
  const send = async (file: File) => {
    setBusy(true);
    const body = new FormData();
    body.append('file', file, file.name);
    const response = await authorizedFetch(`/api/v1/datasets/${id}/versions?mode=${mode.current}`, {
      method: 'POST',
      body,
    });
    const refusal = response.ok ? undefined : problem.safeParse(await response.json()).data;
    if (!response.ok)
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
      await utils.datasets.invalidate();
      // What changed is answered at once, below the columns.
      void navigate(
        `/datasets/${id}?${new URLSearchParams({ changes: String(version) }).toString()}`,
      );
    }
  };
  return {
    choose: (chosen) => {
      mode.current = chosen;
      input.current?.click();
    },
    busy,
    input: (
      <input
        ref={input}
        type="file"
        accept=".csv,text/csv"
        hidden
        aria-label="CSV file of the new version"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file !== undefined)
            void send(file)
              .catch(() => message.error('Failed to upload file'))
              .finally(() => setBusy(false));
          target.value = '';
        }}
      />
    ),
  };
}
