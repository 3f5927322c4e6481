import type { Core } from '@columnist/core';

export interface RepeatedJobs {
  /** Starts no more, and waits for what runs. */
  readonly stop: () => Promise<void>;
}

/**
 * Runs the jobs beside requests: mail every second, the others with a longer pause. A failure is
 * logged and tried again.
 */
export function repeatJobs(
  core: Core,
  pauseSeconds: number,
  onEnded: (job: string, outcome: 'done' | 'failed') => void,
): RepeatedJobs {
  const loops = [
    repeat(core, 'jobs', () => core.runJobs(), pauseSeconds, onEnded),
    repeat(core, 'mail', () => core.deliverMail(), 1, onEnded),
  ];
  return {
    stop: async () => {
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
}

function repeat(
  core: Core,
  name: string,
  work: () => Promise<unknown>,
  pauseSeconds: number,
  onEnded: (job: string, outcome: 'done' | 'failed') => void,
): RepeatedJobs {
  let timer: NodeJS.Timeout;
  let running: Promise<void> = Promise.resolve();
  let stopped = false;
  const later = () => {
    if (!stopped) timer = setTimeout(run, pauseSeconds * 1000).unref();
  };
  const run = () => {
    running = work()
      .then(
        () => onEnded(name, 'done'),
        (error: unknown) => {
          core.log.error({ err: error }, `${name} failed`);
          onEnded(name, 'failed');
        },
      )
      .then(later);
  };
  later();
  return {
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
