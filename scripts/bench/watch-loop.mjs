import { monitorEventLoopDelay } from 'node:perf_hooks';

/**
 * Loaded before a program (node --import): answers each message of its parent with the delay of its
 * loop since the last, ms.
 */
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
process.on('message', () => {
  // The timer's own millisecond is no delay.
  process.send?.({ p99: Math.max(0, delay.percentile(99) / 1e6 - 1), max: delay.max / 1e6 });
  delay.reset();
});
process.channel?.unref();
