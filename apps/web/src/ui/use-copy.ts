import { useEffect, useState } from 'react';
import { useNotices } from './notices.tsx';

/** Copies text; true for two seconds after it. */
export function useCopy(): [copied: boolean, copy: (text: string) => void] {
  const { message } = useNotices();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [copied]);
  const refused = () =>
    void message.error('The browser did not allow copying. Select the text and copy it by hand.');
  return [copied, (text) => void write(text).then(() => setCopied(true), refused)];
}

/** Pages of plain HTTP have no clipboard: there the promise rejects. */
const write = async (text: string): Promise<void> => navigator.clipboard.writeText(text);
