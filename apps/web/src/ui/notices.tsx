import { message as messages, notification as notifications } from 'antd';
import {
  Suspense,
  createContext,
  lazy,
  useContext,
  useMemo,
  useState,
  type ReactNode,
} from 'react';
import { loadPart } from '../lib/load-part.ts';
import type { Question } from './question-dialog.tsx';

const QuestionDialog = lazy(() => loadPart(() => import('./question-dialog.tsx')));

interface Notices {
  readonly message: ReturnType<typeof messages.useMessage>[0];
  readonly notification: ReturnType<typeof notifications.useNotification>[0];
  readonly ask: (question: Question) => void;
}

const Context = createContext<Notices | null>(null);

/** Long enough to read two lines: what failed is said nowhere else. */
const secondsOfErrors = 8;

/**
 * Messages, notifications and questions over the page. antd's App has them too, but makes every
 * first page load its dialogs.
 */
export function NoticesProvider({ children }: { children: ReactNode }) {
  const [message, messageHolder] = messages.useMessage();
  const [notification, notificationHolder] = notifications.useNotification();
  const [question, ask] = useState<Question | null>(null);
  const value = useMemo((): Notices => {
    const error: Notices['message']['error'] = (content, duration = secondsOfErrors, onClose) =>
      message.error(content, duration, onClose);
    return { message: { ...message, error }, notification, ask };
  }, [message, notification]);
  return (
    <Context value={value}>
      {messageHolder}
      {notificationHolder}
      {question !== null && (
        <Suspense fallback={null}>
          <QuestionDialog question={question} onClosed={() => ask(null)} />
        </Suspense>
      )}
      {children}
    </Context>
  );
}

export function useNotices(): Notices {
  const notices = useContext(Context);
  if (notices === null) throw new Error('useNotices needs a NoticesProvider');
  return notices;
}
