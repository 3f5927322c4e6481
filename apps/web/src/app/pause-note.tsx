import { useEffect, useState, useSyncExternalStore } from 'react';
import { onPause, pausedUntil } from '../lib/pauses.ts';
import { Note } from '../ui/note.tsx';

/**
 * While questions wait because too many were asked: that they do, and that nothing needs to be
 * done.
 */
export function PauseNote() {
  const until = useSyncExternalStore(onPause, pausedUntil);
  return until === null ? null : <Countdown until={until} />;
}

function Countdown({ until }: { until: number }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(1, Math.ceil((until - now) / 1000));
  return (
    <div className="pause-note">
      <Note kind="warn">
        <b>One moment</b> Much was asked at once. The page goes on by itself, in about {seconds}{' '}
        {seconds === 1 ? 'second' : 'seconds'}.
      </Note>
    </div>
  );
}
