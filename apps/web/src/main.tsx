import '@fontsource-variable/archivo/wdth.css';
import '@fontsource-variable/jetbrains-mono';
import '@fontsource-variable/source-serif-4/opsz.css';
import '@fontsource-variable/source-serif-4/wght-italic.css';
import 'virtual:variables.css';
import './styles/elements.css';
import './styles/shell.css';
import './styles/controls.css';
import './styles/sections.css';
import './styles/dataset-head.css';
import './styles/cards.css';
import './styles/tables.css';
import './styles/code.css';
import './styles/narrow.css';
import './styles/antd.css';
import './styles/pages.css';
import type { Mode } from '@columnist/design';
import { QueryClientProvider } from '@tanstack/react-query';
import { ConfigProvider, type ThemeConfig } from 'antd';
import { StrictMode, useDeferredValue, useMemo, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { ConfirmGate } from './app/confirm-gate.tsx';
import { ErrorBoundary } from './app/error-boundary.tsx';
import { PauseNote } from './app/pause-note.tsx';
import { AppRoutes } from './app/router.tsx';
import { SessionProvider } from './lib/session.tsx';
import { ThemeProvider, useThemeMode } from './ui/theme-mode.tsx';
import { columnistTheme } from './app/theme.ts';
import { cspNonce } from './lib/facts.ts';
import { queries } from './lib/queries.ts';
import { trpc, trpcClient } from './lib/trpc.ts';
import { useMedia } from './lib/use-media.ts';

/** Where fingers tap, controls are 44 high and inputs set at 16, below which phones zoom in. */
function themeFor(mode: Mode, narrow: boolean, moves: boolean): ThemeConfig {
  const theme = columnistTheme(mode);
  return {
    ...theme,
    token: {
      ...theme.token,
      motion: moves,
      ...(narrow && { controlHeightLG: 44, fontSizeLG: 16 }),
    },
  };
}

const csp = { nonce: cspNonce };

function Providers({ children }: { children: ReactNode }) {
  const { mode } = useThemeMode();
  const narrow = useMedia('(max-width: 767px)');
  const still = useMedia('(prefers-reduced-motion: reduce)');
  // Once motion is off antd puts the tree below another component, and what it holds, such as
  // uploads that run, would end: so it is off when the tree is drawn first.
  const drawn = useDeferredValue(true, false);
  const moves = drawn && !still;
  const theme = useMemo(() => themeFor(mode, narrow, moves), [mode, narrow, moves]);
  return (
    <ConfigProvider theme={theme} componentSize={narrow ? 'large' : 'medium'} csp={csp}>
      <trpc.Provider client={trpcClient} queryClient={queries}>
        <QueryClientProvider client={queries}>
          <SessionProvider>{children}</SessionProvider>
        </QueryClientProvider>
      </trpc.Provider>
    </ConfigProvider>
  );
}

const root = document.querySelector('#root');
if (root === null) throw new Error('The page has no root.');
createRoot(root).render(
  <StrictMode>
    <ThemeProvider>
      <ErrorBoundary>
        <BrowserRouter basename="/app">
          <Providers>
            <AppRoutes />
            <PauseNote />
            <ConfirmGate />
          </Providers>
        </BrowserRouter>
      </ErrorBoundary>
    </ThemeProvider>
  </StrictMode>,
);
