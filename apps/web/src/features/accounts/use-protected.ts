import { useState } from 'react';
import { detailOf } from '../../lib/errors.ts';
import { solveCaptcha, type CaptchaAction } from './solve-captcha.ts';

export interface Protected<Input> {
  readonly submit: (input: Input) => Promise<void>;
  readonly busy: boolean;
  /** What went wrong, as a person reads it. */
  readonly error: string | null;
}

/**
 * A call that a captcha guards: solved first, then sent; what fails is shown with the specified
 * text.
 */
export function useProtected<Input, Output>(
  action: CaptchaAction,
  send: (input: Input & { captchaToken?: string }) => Promise<Output>,
  onDone: (output: Output, input: Input) => void,
  fallback: string,
): Protected<Input> {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const submit = async (input: Input): Promise<void> => {
    // What went wrong before stays until it is known how this ends: what is below does not move.
    setBusy(true);
    try {
      const captchaToken = await solveCaptcha(action).catch((failure: unknown) => {
        setError(failure instanceof Error ? failure.message : fallback);
        return null;
      });
      if (captchaToken === null) return;
      const answer = await send({
        ...input,
        ...(captchaToken === undefined ? {} : { captchaToken }),
      });
      setError(null);
      onDone(answer, input);
    } catch (failure) {
      setError(detailOf(failure, fallback));
    } finally {
      setBusy(false);
    }
  };
  return { submit, busy, error };
}
