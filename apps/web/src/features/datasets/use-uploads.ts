import { useCallback, useRef, useState } from 'react';
import { trpc } from '../../lib/trpc.ts';
import { uploadFile, type UploadFailure } from './upload-file.ts';

export interface RunningUpload {
  readonly key: number;
  readonly file: File;
  readonly state: 'waiting' | 'sending' | 'reading' | 'failed';
  /** Of the bytes, 0 to 1. */
  readonly share: number;
  readonly failure: UploadFailure | null;
}

/** Uploads one after the other; each is a card until its dataset is there. */
export function useUploads() {
  const [uploads, setUploads] = useState<readonly RunningUpload[]>([]);
  const chain = useRef<Promise<void>>(Promise.resolve());
  const cancels = useRef(new Map<number, () => void>());
  const count = useRef(0);
  const utils = trpc.useUtils();

  const change = useCallback((key: number, to: Partial<RunningUpload>) => setUploads((all) => all.map((upload) => (upload.key === key ? { ...upload, ...to } : upload))), []);
  const remove = useCallback((key: number) => {
    cancels.current.get(key)?.();
    cancels.current.delete(key);
    setUploads((all) => all.filter((upload) => upload.key !== key));
  }, []);

  const run = useCallback(
    async (key: number, file: File) => {
      change(key, { state: 'sending', share: 0, failure: null });
      const upload = uploadFile(file, (share) => change(key, { share, state: share >= 1 ? 'reading' : 'sending' }));
      cancels.current.set(key, () => upload.cancel());
      const failure = await upload.done;
      cancels.current.delete(key);
      if (failure !== null) {
        change(key, { state: 'failed', failure });
        return;
      }
      await Promise.all([utils.datasets.list.invalidate(), utils.usage.get.invalidate()]);
      remove(key);
    },
    [change, remove, utils],
  );

  const add = useCallback(
    (files: Iterable<File>) => {
      for (const file of files) {
        count.current += 1;
        const key = count.current;
        const named = /\.csv$/i.test(file.name);
        const failure = named ? null : { message: 'Only .csv files can be uploaded.', fix: 'Save the table as CSV, then upload that file.' };
        setUploads((all) => [...all, { key, file, state: named ? 'waiting' : 'failed', share: 0, failure }]);
        if (named) chain.current = chain.current.then(() => run(key, file));
      }
    },
    [run],
  );

  const retry = useCallback(
    (upload: RunningUpload) => {
      change(upload.key, { state: 'waiting', failure: null });
      chain.current = chain.current.then(() => run(upload.key, upload.file));
    },
    [change, run],
  );

  return { uploads, add, retry, remove };
}
