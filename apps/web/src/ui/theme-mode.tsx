import type { Mode } from '@columnist/design';
import { createContext, useContext, useEffect, useMemo, useState, type ReactNode } from 'react';
import { useMedia } from '../lib/use-media.ts';

export type ThemeChoice = 'light' | 'dark' | 'system';

interface ThemeMode {
  readonly choice: ThemeChoice;
  readonly mode: Mode;
  readonly choose: (choice: ThemeChoice) => void;
}

const Context = createContext<ThemeMode>({ choice: 'system', mode: 'light', choose: () => {} });

const storedChoice = (): ThemeChoice => {
  const stored = localStorage.getItem('theme');
  return stored === 'light' || stored === 'dark' ? stored : 'system';
};

/** The chosen theme, following the system live, as an attribute of the document. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  const [choice, setChoice] = useState(storedChoice);
  const system = useMedia('(prefers-color-scheme: dark)') ? 'dark' : 'light';
  const mode = choice === 'system' ? system : choice;
  useEffect(() => document.documentElement.setAttribute('data-theme', mode), [mode]);
  // Another tab chose: that is heard by all but its own.
  useEffect(() => {
    const follow = ({ key }: StorageEvent) => {
      if (key === 'theme' || key === null) setChoice(storedChoice());
    };
    addEventListener('storage', follow);
    return () => removeEventListener('storage', follow);
  }, []);
  const value = useMemo(
    () => ({
      choice,
      mode,
      choose: (next: ThemeChoice) => {
        localStorage.setItem('theme', next);
        setChoice(next);
      },
    }),
    [choice, mode],
  );
  return <Context value={value}>{children}</Context>;
}

export const useThemeMode = (): ThemeMode => useContext(Context);

/** Everything within is drawn for white paper, whatever the theme. */
export function LightPaper({ children }: { children: ReactNode }) {
  const value = useMemo(
    () => ({ choice: 'light' as const, mode: 'light' as const, choose: () => {} }),
    [],
  );
  return (
    <Context value={value}>
      <div data-theme="light">{children}</div>
    </Context>
  );
}
