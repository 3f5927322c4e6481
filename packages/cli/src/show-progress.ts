import type { AdmitProgress } from '@columnist/workers';

const width = 24;

/** A bar on stderr while a file is read; nothing where stderr is not a terminal. */
export function showProgress(name: string): {
  show: (progress: AdmitProgress) => void;
  end: () => void;
} {
  if (!process.stderr.isTTY) return { show: () => {}, end: () => {} };
  let isShown = false;
  return {
    show: ({ step, share }) => {
      isShown = true;
      const done = Math.round(share * width);
      process.stderr.write(
        `\r\u001B[K${step} ${name} ${'█'.repeat(done)}${'░'.repeat(width - done)} ${Math.round(100 * share)} %`,
      );
    },
    end: () => {
      if (isShown) process.stderr.write('\r\u001B[K');
      isShown = false;
    },
  };
}
