import { Component, type ReactNode } from 'react';
import { PartNotLoaded, loadPageAgain } from '../lib/load-part.ts';

interface ErrorBoundaryProps {
  readonly children: ReactNode;
  /** Before the page is drawn again, e.g. to forget the data that could not be drawn. */
  readonly onRetry?: () => void;
}

interface ErrorBoundaryState {
  readonly error: Error | null;
  /** The page was asked for again, and the server did not answer. */
  readonly unreachable: boolean;
}

/** The failure screen of a page that could not be drawn or read; a navigation mounts a new one. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { error: null, unreachable: false };

  static getDerivedStateFromError(reason: unknown): ErrorBoundaryState {
    return {
      error: reason instanceof Error ? reason : new Error(String(reason)),
      unreachable: false,
    };
  }

  private readonly retry = async () => {
    if (!(this.state.error instanceof PartNotLoaded)) {
      this.props.onRetry?.();
      this.setState({ error: null, unreachable: false });
    } else if (!(await loadPageAgain())) this.setState({ unreachable: true });
  };

  override render() {
    if (this.state.error === null) return this.props.children;
    return (
      <main className="page mid" role="alert">
        <h1>Something went wrong.</h1>
        <p className="mt8 s2">
          We encountered an unexpected error while rendering this page. You can try refreshing the
          page or clicking the button below.
        </p>
        {this.state.unreachable && (
          <p className="mt8 s2">
            The server could not be reached. Check the connection, then try again.
          </p>
        )}
        <p className="mt16">
          <button type="button" className="btn pri" onClick={() => void this.retry()}>
            Try Again
          </button>
        </p>
      </main>
    );
  }
}
