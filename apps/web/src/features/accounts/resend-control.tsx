import { useEffect, useRef, useState } from 'react';
import { trpc } from '../../lib/trpc.ts';
import { useProtected } from './use-protected.ts';

const cooldownSeconds = 60;

/** Sends the verification message again, at most once a minute. */
export function ResendControl({ email, focused = false }: { email: string; focused?: boolean }) {
  const [readyAt, setReadyAt] = useState(0);
  const left = useSecondsUntil(readyAt);
  const button = useRef<HTMLButtonElement>(null);
  const { mutateAsync } = trpc.auth.resendVerification.useMutation();
  const resend = useProtected(
    'resend_verification',
    mutateAsync,
    () => setReadyAt(Date.now() + cooldownSeconds * 1000),
    'Failed to resend verification email',
  );
  useEffect(() => {
    if (focused) button.current?.focus();
  }, [focused]);
  return (
    <span className="resend">
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

function useSecondsUntil(instant: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (instant <= Date.now()) return undefined;
    const timer = setInterval(() => {
      setNow(Date.now());
      if (Date.now() >= instant) clearInterval(timer);
    }, 250);
    return () => clearInterval(timer);
  }, [instant]);
  return Math.max(0, Math.ceil((instant - Math.max(now, instant - cooldownSeconds * 1000)) / 1000));
}
