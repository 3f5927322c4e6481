import { Suspense, lazy, useEffect, useSyncExternalStore } from 'react';
import { answerConfirmation, confirmationAsked, onConfirmationAsked } from '../lib/confirmation.ts';
import { loadPart } from '../lib/load-part.ts';
import { onSessionEnd } from '../lib/stored-tokens.ts';

const ConfirmDialog = lazy(() => loadPart(() => import('./confirm-dialog.tsx')));

/** Shows the dialog while a call waits for it. */
export function ConfirmGate() {
  const asked = useSyncExternalStore(onConfirmationAsked, confirmationAsked);
  useEffect(() => onSessionEnd(() => answerConfirmation(false)), []);
  return asked !== null ? (
    <Suspense fallback={null}>
      <ConfirmDialog wanted={asked} />
    </Suspense>
  ) : null;
}
