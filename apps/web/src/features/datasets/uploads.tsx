import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from 'react';
import { useNavigate } from 'react-router-dom';
import { trpc } from '../../lib/trpc.ts';
import { uploadFile, type UploadFailure, type UploadTo } from '../../lib/upload-file.ts';

/** Files that become one dataset: that of the first that could be read. */
interface Together {
  id: string | null;
}

export interface RunningUpload {
  readonly key: number;
  readonly file: File;
  /** Where it goes: files that are no CSV go to the imports when somebody asks for it. */
  readonly door: UploadTo['door'];
  /** To be reviewed before it is kept. */
  readonly review: boolean;
  readonly together: Together | null;
  readonly state: 'waiting' | 'sending' | 'broken' | 'reading' | 'failed';
  /** Of the bytes, 0 to 1. */
  readonly share: number;
  readonly failure: UploadFailure | null;
}

type Queued = Pick<RunningUpload, 'key' | 'file' | 'door' | 'review' | 'together'>;

interface Uploads {
  readonly uploads: readonly RunningUpload[];
  /** `together`: the rows of all files below one another, each checked against the first. */
  readonly add: (files: Iterable<File>, how?: { review?: boolean; together?: boolean }) => void;
  readonly retry: (upload: RunningUpload) => void;
  /** Sends a file that is no CSV to the imports, and opens its review. */
  readonly importOther: (upload: RunningUpload) => void;
  /** Cancels an upload that runs, and takes its card away. */
  readonly remove: (key: number) => void;
}

const Context = createContext<Uploads>({
  uploads: [],
  add: () => {},
  retry: () => {},
  importOther: () => {},
  remove: () => {},
});
export const useUploads = (): Uploads => useContext(Context);

export const notCsv: UploadFailure = {
  detail: 'Only .csv files can be uploaded.',
  fix: 'Workbooks and other files are imported: you look at what was read before you keep it.',
  repeatable: false,
  beyondPlan: false,
};

/**
 * Uploads one file after the other, whatever page is open; each has a card on the dashboard until
 * its dataset is there.
 */
export function UploadsProvider({ children }: { children: ReactNode }) {
  const [uploads, setUploads] = useState<readonly RunningUpload[]>([]);
  const queue = useRef<Promise<void>>(Promise.resolve());
  const running = useRef(new Map<number, AbortController>());
  const count = useRef(0);
  const utils = trpc.useUtils();
  const navigate = useNavigate();

  const change = useCallback(
    (key: number, to: Partial<RunningUpload>) =>
      setUploads((all) =>
        all.map((upload) => (upload.key === key ? { ...upload, ...to } : upload)),
      ),
    [],
  );
  const remove = useCallback((key: number) => {
    running.current.get(key)?.abort();
    running.current.delete(key);
    setUploads((all) => all.filter((upload) => upload.key !== key));
  }, []);

  const run = useCallback(
    async ({ key, file, door, review, together }: Queued, signal: AbortSignal) => {
      if (signal.aborted) return;
      change(key, { state: 'sending' });
      const to = { door, review, appendTo: together?.id ?? null };
      const outcome = await uploadFile(file, to, signal, (share, isBroken) =>
        change(key, { share, state: isBroken ? 'broken' : share < 1 ? 'sending' : 'reading' }),
      );
      if (signal.aborted) return;
      if ('failure' in outcome) {
        change(key, { state: 'failed', failure: outcome.failure });
        return;
      }
      if (together !== null) together.id = outcome.id;
      await Promise.all([utils.datasets.list.invalidate(), utils.usage.get.invalidate()]);
      remove(key);
      if (review) void navigate(`/datasets/${outcome.id}/import`);
    },
    [change, navigate, remove, utils],
  );

  const enqueue = useCallback(
    (upload: Queued) => {
      const controller = new AbortController();
      running.current.set(upload.key, controller);
      queue.current = queue.current.then(() => run(upload, controller.signal));
    },
    [run],
  );

  const add = useCallback(
    (
      files: Iterable<File>,
      how: { readonly review?: boolean; readonly together?: boolean } = {},
    ) => {
      const all = [...files];
      const together = how.together === true && all.length > 1 ? { id: null } : null;
      const review = how.review === true && together === null;
      for (const file of all) {
        count.current += 1;
        const key = count.current;
        const failure = /\.csv$/i.test(file.name) ? null : notCsv;
        setUploads((before) => [
          ...before,
          {
            key,
            file,
            door: 'datasets',
            review,
            together,
            state: failure === null ? 'waiting' : 'failed',
            share: 0,
            failure,
          },
        ]);
        if (failure === null) enqueue({ key, file, door: 'datasets', review, together });
      }
    },
    [enqueue],
  );

  const again = useCallback(
    (upload: RunningUpload, other: Partial<Queued> = {}) => {
      change(upload.key, { ...other, state: 'waiting', share: 0, failure: null });
      enqueue({ ...upload, ...other });
    },
    [change, enqueue],
  );
  const retry = useCallback((upload: RunningUpload) => again(upload), [again]);
  const importOther = useCallback(
    (upload: RunningUpload) => again(upload, { door: 'imports', review: true, together: null }),
    [again],
  );

  useEffect(() => {
    const left = running.current;
    return () => left.forEach((controller) => controller.abort());
  }, []);
  useWarningBeforeLeaving(uploads.some(({ state }) => state !== 'failed'));

  const value = useMemo(
    () => ({ uploads, add, retry, importOther, remove }),
    [uploads, add, retry, importOther, remove],
  );
  return <Context value={value}>{children}</Context>;
}

function useWarningBeforeLeaving(needed: boolean): void {
  useEffect(() => {
    if (!needed) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [needed]);
}
