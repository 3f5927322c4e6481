import type { Report } from '@columnist/contract';
import { isRefusal } from '../../lib/errors.ts';
import { applyEdit, type Edit, type Place, type ReportContent } from './report-edits.ts';
import { textOf } from './same-question.ts';

/** Where a report is kept. */
export interface ReportServer {
  readonly read: () => Promise<Report>;
  /** Null where it was changed since the revision that is sent. */
  readonly write: (next: ReportContent & Pick<Report, 'revision'>) => Promise<Report | null>;
}

/** A text that was changed elsewhere while it was changed here. */
export interface Replaced {
  readonly place: Place;
  readonly text: string;
}

export interface KeptReport {
  /** With all that was changed here; null until the server has answered. */
  readonly report: ReportContent | null;
  readonly state: 'unread' | 'new' | 'saved' | 'unsaved' | 'saving';
  /** Why it could not be read or saved; null where it could. */
  readonly error: unknown;
  readonly replaced: readonly Replaced[];
}

export interface ReportKeeper {
  readonly subscribe: (listener: () => void) => () => void;
  readonly current: () => KeptReport;
  /** Makes a change, which is saved at once. */
  readonly edit: (edit: Edit) => void;
  /** Writes a text, which is saved after a pause. */
  readonly write: (place: Place, text: string) => void;
  /** Saves what is not saved yet. */
  readonly save: () => Promise<void>;
  /** Reads the report again. */
  readonly refresh: () => Promise<void>;
  readonly forgetReplaced: (place: Place) => void;
}

const usualPauses = { typing: 800, retry: 15_000 };
/** How often one change is made again because the report was changed meanwhile. */
const mostRepeats = 5;

/**
 * Keeps a report on the server while it is changed here and in other tabs: what is changed is kept
 * as single edits until the server has them, and made again to what another tab saved meanwhile.
 */
export function createReportKeeper(server: ReportServer, pauses = usualPauses): ReportKeeper {
  const listeners = new Set<() => void>();
  let known: Report | null = null;
  let edits: readonly Edit[] = [];
  /** Those that are on their way. */
  let sent: readonly Edit[] = [];
  let replaced: readonly Replaced[] = [];
  let error: unknown = null;
  let isWriting = false;
  /** Whether more is to be saved once that has ended. */
  let isAsked = false;
  let timer: ReturnType<typeof setTimeout> | null = null;
  let shown: KeptReport = { report: null, state: 'unread', error: null, replaced: [] };

  const stateNow = (read: Report): KeptReport['state'] => {
    if (isWriting) return 'saving';
    if (edits.length > 0) return 'unsaved';
    return read.revision === 0 ? 'new' : 'saved';
  };
  const publish = (): void => {
    shown =
      known === null
        ? { report: null, state: 'unread', error, replaced }
        : {
            report: edits.reduce(applyEdit, contentOf(known)),
            state: stateNow(known),
            error,
            replaced,
          };
    for (const listener of listeners) listener();
  };
  const saveAfter = (milliseconds: number): void => {
    if (timer !== null) clearTimeout(timer);
    timer = setTimeout(() => void save(), milliseconds);
  };
  /** What the server has by now; what was changed here stays on top of it. */
  const take = (read: Report): void => {
    const before = known;
    if (before !== null && read.revision < before.revision) return;
    known = read;
    if (before === null) return;
    for (const edit of edits) {
      if (edit.kind !== 'text') continue;
      const { place, to } = edit;
      const text = place.read(read) ?? '';
      if (text !== '' && text !== to && text !== place.read(before))
        replaced = [...without(replaced, place), { place, text }];
    }
  };

  const writeAll = async (read: Report): Promise<void> => {
    for (let repeats = 0; ; repeats += 1) {
      const from: Report = known ?? read;
      sent = edits;
      const next = sent.reduce(applyEdit, contentOf(from));
      const isSame = textOf(next) === textOf(contentOf(from));
      // oxlint-disable-next-line no-await-in-loop -- each try is of what the one before it found
      const kept = isSame ? from : await server.write({ ...next, revision: from.revision });
      if (kept !== null) {
        known = kept;
        for (const edit of sent) if (edit.kind === 'items') edit.onKept?.();
        edits = edits.filter((edit) => !sent.includes(edit));
        return;
      }
      if (repeats === mostRepeats) throw new Error('The report is changed elsewhere all the time.');
      // oxlint-disable-next-line no-await-in-loop -- the same
      take(await server.read());
    }
  };
  const save = async (): Promise<void> => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    isAsked = isWriting;
    if (isWriting || known === null || edits.length === 0) return;
    isWriting = true;
    publish();
    try {
      await writeAll(known);
      error = null;
    } catch (reason) {
      error = reason;
    }
    isWriting = false;
    sent = [];
    publish();
    if (error === null) return isAsked ? save() : undefined;
    if (!isRefusal(error)) saveAfter(pauses.retry);
    return undefined;
  };

  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    current: () => shown,
    edit: (edit) => {
      edits = [...edits, edit];
      publish();
      void save();
    },
    write: (place, to) => {
      const isOlder = (edit: Edit): boolean =>
        edit.kind === 'text' && edit.place.key === place.key && !sent.includes(edit);
      edits = [...edits.filter((edit) => !isOlder(edit)), { kind: 'text', place, to }];
      saveAfter(pauses.typing);
      publish();
    },
    save,
    refresh: async () => {
      if (isWriting) return;
      try {
        const read = await server.read();
        // What is being written is read again where it has to be.
        if (!isWriting) take(read);
        if (edits.length === 0) error = null;
        else if (error !== null) void save();
      } catch (reason) {
        if (known === null) error = reason;
      }
      publish();
    },
    forgetReplaced: (place) => {
      replaced = without(replaced, place);
      publish();
    },
  };
}

const contentOf = ({ title, introduction, items }: Report): ReportContent => ({
  title,
  introduction,
  items,
});

const without = (replaced: readonly Replaced[], { key }: Place): readonly Replaced[] =>
  replaced.filter(({ place }) => place.key !== key);
