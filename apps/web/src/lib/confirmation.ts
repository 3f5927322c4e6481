/** What a refused call wants: that the person is asked, or that they show a second factor as well. */
export type Wanted = 'person' | 'factor';

/** What the codes of refusals want; null for every other refusal. */
export const wantedBy = (code: string | undefined): Wanted | null =>
  code === 'reauthentication_required'
    ? 'person'
    : code === 'second_factor_confirmation_required'
      ? 'factor'
      : null;

/** What is said of a call whose question was closed: nothing failed, and nothing was done. */
export const unconfirmed = 'You did not confirm that it is you, so nothing was done.';

interface Question {
  readonly wanted: Wanted;
  readonly answer: Promise<boolean>;
}

/** What is asked at the moment; null while nothing is. */
let question: Question | null = null;
let settleAsked: ((confirmed: boolean) => void) | null = null;
const listeners = new Set<() => void>();
const tell = (): void => listeners.forEach((listener) => listener());

/**
 * Asks the person whether it is still they, once for all calls that wait for it; true once the
 * server has taken the answer.
 */
export function askConfirmation(wanted: Wanted): Promise<boolean> {
  if (question !== null) return question.answer;
  const answer = new Promise<boolean>((settle) => {
    settleAsked = settle;
  });
  question = { wanted, answer };
  tell();
  return answer;
}

/** What the dialog answers; false where it was closed. */
export function answerConfirmation(confirmed: boolean): void {
  const settle = settleAsked;
  question = null;
  settleAsked = null;
  tell();
  settle?.(confirmed);
}

export const confirmationAsked = (): Wanted | null => question?.wanted ?? null;

/** Calls the listener whenever that changes; the result removes it. */
export function onConfirmationAsked(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
