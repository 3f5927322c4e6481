/** Settles what is asked at the moment; null while nothing is. */
let answer: ((confirmed: boolean) => void) | null = null;
let asked: Promise<boolean> | null = null;
const listeners = new Set<() => void>();
const tell = (): void => listeners.forEach((listener) => listener());

/**
 * Asks the person whether it is still they, once for all calls that wait for it; true once the
 * server has taken the answer.
 */
export function askConfirmation(): Promise<boolean> {
  asked ??= new Promise((settle) => {
    answer = settle;
    tell();
  });
  return asked;
}

/** What the dialog answers; false where it was closed. */
export function answerConfirmation(confirmed: boolean): void {
  const settle = answer;
  answer = null;
  asked = null;
  tell();
  settle?.(confirmed);
}

export const isConfirmationAsked = (): boolean => answer !== null;

/** Calls the listener whenever that changes; the result removes it. */
export function onConfirmationAsked(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
