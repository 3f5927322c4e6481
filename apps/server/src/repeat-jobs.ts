import type { Core } from '@columnist/core';

export interface RepeatedJobs {
  /** Starts no more, and waits for what runs. */
  readonly stop: () => Promise<void>;
}

/** Runs the jobs beside requests: mail every second, the others with a longer pause. A failure is logged and tried again. */
export function repeatJobs(core: Core, pauseSeconds: number): RepeatedJobs {
  const loops = [repeat(core, 'jobs', () => core.runJobs(), pauseSeconds), repeat(core, 'mail', () => core.deliverMail(), 1)];
  return {
    stop: async () => {
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
}

function repeat(core: Core, name: string, work: () => Promise<unknown>, pauseSeconds: number): RepeatedJobs {
  let timer: NodeJS.Timeout;
  let running: Promise<void> = Promise.resolve();
  let stopped = false;
  const later = () => {
    if (!stopped) timer = setTimeout(run, pauseSeconds * 1000).unref();
  };
  const run = () => {
    running = work()
      .catch((error: unknown) => core.log.error({ err: error }, `${name} failed`))
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
