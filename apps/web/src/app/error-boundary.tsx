import { Component, type ReactNode } from 'react';

interface ErrorBoundaryProps {
  readonly children: ReactNode;
  /** Before the page is drawn again, e.g. to forget the data that could not be drawn. */
  readonly onRetry?: () => void;
}

/** The failure screen of a page that could not be drawn; a navigation mounts a new one. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <main className="page mid" role="alert">
        <h1>Something went wrong.</h1>
        <p className="mt8 s2">We encountered an unexpected error while rendering this page. You can try refreshing the page or clicking the button below.</p>
        <p className="mt16">
          <button
            type="button"
            className="btn pri"
            onClick={() => {
              this.props.onRetry?.();
              this.setState({ failed: false });
            }}
          >
            Try Again
          </button>
        </p>
      </main>
    );
  }
}
