import type { Core } from '@columnist/core';

export interface RepeatedJobs {
  /** Starts no more, and waits for the one that runs. */
  readonly stop: () => Promise<void>;
}

/** Runs the jobs beside requests, one after the other with a pause between; a failure is logged and tried again. */
export function repeatJobs(core: Core, pauseSeconds: number): RepeatedJobs {
  let timer: NodeJS.Timeout;
  let running: Promise<void> = Promise.resolve();
  let stopped = false;
  const later = () => {
    if (!stopped) timer = setTimeout(run, pauseSeconds * 1000).unref();
  };
  const run = () => {
    running = core
      .runJobs()
      .catch((error: unknown) => core.log.error({ err: error }, 'jobs failed'))
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
