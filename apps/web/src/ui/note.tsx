import type { ReactNode } from 'react';
import { Icon } from './icons.tsx';
import { isolatedText } from './isolated-text.tsx';
import { useIsolated } from '../lib/isolation.ts';

const icons = { ok: 'ok', warn: 'warning', err: 'error' } as const;

/** A message in its place: what happened, then what to do; an action, if any, at the right end. */
export function Note({
  kind,
  children,
  action,
}: {
  kind: keyof typeof icons;
  children: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className={`note ${kind}`} role={kind === 'err' ? 'alert' : 'status'}>
      <Icon name={icons[kind]} />
      <div>{isolatedText(children, useIsolated())}</div>
      {action}
    </div>
  );
}
