import { Component, type ReactNode } from 'react';

/** The failure screen of a page that could not be drawn; a navigation mounts a new one. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
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
          <button type="button" className="btn pri" onClick={() => this.setState({ failed: false })}>
            Try Again
          </button>
        </p>
      </main>
    );
  }
}
