import { monitorEventLoopDelay } from 'node:perf_hooks';

/**
 * Loaded before a program (node --import): answers each message of its parent with the delay of its
 * loop since the last, ms, and with the processor time of the longest turn: where this is less than
 * the longest delay, the thread waited for a processor, and did not hold the loop. It watches from
 * the first message on, so that it costs nothing where nobody asks.
 */
const delay = monitorEventLoopDelay({ resolution: 1 });
const used = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};
let before = 0;
let longest = 0;
let isWatching = false;

function watch() {
  isWatching = true;
  before = used();
  delay.enable();
  setInterval(() => {
    const now = used();
    longest = Math.max(longest, now - before);
    before = now;
  }, 1).unref();
}

process.on('message', () => {
  if (!isWatching) watch();
  // The timer's own millisecond is no delay.
  process.send?.({
    p99: Math.max(0, delay.percentile(99) / 1e6 - 1),
    max: delay.max / 1e6,
    worked: longest,
  });
  delay.reset();
  longest = 0;
});
process.channel?.unref();
