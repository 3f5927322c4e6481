import { useEffect, useRef } from 'react';
import { problemIn } from '../../lib/errors.ts';
import { trpc } from '../../lib/trpc.ts';
import { beginCooldown, useSecondsLeft } from './resend-cooldown.ts';
import { useProtected } from './use-protected.ts';

interface ResendControlProps {
  readonly email: string;
  /** Names the visit that asks for the focus; null where none does. */
  readonly focusedBy?: string | null;
}

/** Sends the verification message again, at most once a minute. */
export function ResendControl({ email, focusedBy = null }: ResendControlProps) {
  const left = useSecondsLeft(email);
  const control = useRef<HTMLSpanElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const { mutateAsync } = trpc.auth.resendVerification.useMutation();
  const send = (input: Parameters<typeof mutateAsync>[0]) =>
    mutateAsync(input).catch((refusal: unknown) => {
      const wait = problemIn(refusal)?.retry_after;
      if (wait !== undefined) beginCooldown(email, wait);
      throw refusal;
    });
  const resend = useProtected(
    'resend_verification',
    send,
    () => beginCooldown(email),
    'Failed to resend verification email',
  );
  useEffect(() => {
    if (focusedBy === null) return;
    // A button that waits takes no focus.
    (button.current?.disabled === true ? control : button).current?.focus();
  }, [focusedBy]);
  return (
    <span className="resend" ref={control} tabIndex={-1}>
      <button
        ref={button}
        type="button"
        className="btn sml"
        disabled={resend.busy || left > 0 || email === ''}
        onClick={() => void resend.submit({ email })}
      >
        {left > 0 ? `Resend in ${left}s` : 'Resend verification email'}
      </button>
      <span className="sm" role={resend.error === null ? 'status' : 'alert'}>
        {resend.error ?? (left > 0 ? 'Sent.' : '')}
      </span>
    </span>
  );
}
