import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Icon } from '../../ui/icons.tsx';
import { Note } from '../../ui/note.tsx';
import { useNotices } from '../../ui/notices.tsx';
import { RequestFailed } from '../../ui/request-failed.tsx';
import { useUser } from '../../lib/session.tsx';
import { hasEnded } from '../../lib/has-ended.ts';
import { detailOf } from '../../lib/errors.ts';
import { formatDay } from '../../lib/formats.ts';
import { trpc } from '../../lib/trpc.ts';
import { CodeBlock } from '../../ui/code-block.tsx';
import { useCopy } from '../../ui/use-copy.ts';

const origin = location.origin;
const example = `# describe a file; nothing is stored
curl ${origin}/api/v1/statistics \\
  -H "API-Key: $COLUMNIST_API_KEY" \\
  -H "Content-Type: text/csv" \\
  --data-binary @penguins.csv`;

/** The key of the account; `more` links to the page of everything about keys. */
export function ApiAccess({ more = false }: { more?: boolean }) {
  const user = useUser();
  return (
    <section className="sec" aria-labelledby="api-title">
      <header>
        <h2 id="api-title">API Access</h2>
      </header>
      {user.email_verified ? (
        <KeyControls />
      ) : (
        <Note
          kind="warn"
          action={
            <Link className="btn sml" to="/profile?verify=true">
              Verify email
            </Link>
          }
        >
          <b>Email Verification Required</b> Verify your email address to get an API key.
        </Note>
      )}
      <div className="mt8">
        <CodeBlock title="Statistics of a file, by key" code={example} />
        <p className="sm s2 mt8">
          <Link to="/docs/quick-start">Quick start</Link> in curl, Python, R and JavaScript;{' '}
          <a href="/api/docs">every call</a>.
          {more && (
            <>
              {' '}
              <Link to="/profile" state="apikey">
                Limits and further keys
              </Link>
              .
            </>
          )}
        </p>
      </div>
    </section>
  );
}

function KeyControls() {
  const { message, ask } = useNotices();
  const utils = trpc.useUtils();
  const key = trpc.auth.getApiKey.useQuery({ reveal: false }, { gcTime: 0 });
  const [shown, setShown] = useState<string | null>(null);
  const [copied, copy] = useCopy();
  const regenerate = trpc.auth.regenerateApiKey.useMutation({
    onSuccess: async () => {
      setShown(null);
      await Promise.all([utils.auth.getApiKey.invalidate(), utils.auth.me.invalidate()]);
    },
    onError: (error) => void message.error(detailOf(error, 'Failed to regenerate API key')),
  });
  if (key.isPending) return <div className="sk key-sk" />;
  if (key.isError)
    return (
      <RequestFailed
        text="The API key could not be loaded."
        error={key.error}
        onRetry={key.refetch}
      />
    );
  const { api_key: masked, created_at: created, last_used_at: lastUsed, limits } = key.data;
  const ends = limits?.expires_at ?? null;
  if (masked === null) {
    return (
      <div className="row">
        <p className="sm s2">
          Your account has no key of its own yet. Scripts and agents sign in with one, or with a
          named key.
        </p>
        <button
          type="button"
          className="btn pri last"
          disabled={regenerate.isPending}
          onClick={() => regenerate.mutate({})}
        >
          Create API key
        </button>
      </div>
    );
  }
  /**
   * The key in clear, which asks who it is: fetched when it is wanted, and kept no longer than it
   * is shown.
   */
  const reveal = (then: (secret: string) => void) =>
    void utils.client.auth.getApiKey.query({ reveal: true }).then(
      ({ api_key: secret }) => secret !== null && then(secret),
      (error: unknown) => void message.error(detailOf(error, 'The API key could not be shown.')),
    );
  const askToRegenerate = () =>
    ask({
      title: 'Regenerate the API key?',
      content: 'The key in use stops working at once. Scripts and agents need the new one.',
      okText: 'Regenerate',
      onOk: () => regenerate.mutate({}),
    });
  return (
    <>
      <div className="key">
        <div
          className="inp mono"
          role="group"
          aria-label={
            shown !== null ? 'API key' : 'API key, all but its last four characters hidden'
          }
        >
          {shown !== null ? (
            <code className="whole" tabIndex={0}>
              {shown}
            </code>
          ) : (
            <>
              <span className="dots" aria-hidden="true">
                {'•'.repeat(28)}
              </span>
              {masked.slice(-4)}
            </>
          )}
        </div>
        <button
          type="button"
          className="btn"
          aria-pressed={shown !== null}
          onClick={() => (shown === null ? reveal(setShown) : setShown(null))}
        >
          <Icon name="eye" />
          {shown === null ? 'Show' : 'Hide'}
        </button>
        <button type="button" className="btn" onClick={() => reveal(copy)}>
          <Icon name={copied ? 'check' : 'copy'} />
          {copied ? 'Copied' : 'Copy'}
        </button>
      </div>
      <div className="sm s2 mt8 keyf">
        {created !== null && <span>Created {formatDay(created)}</span>}
        {ends !== null &&
          (hasEnded(ends) ? (
            <span className="tag warn">Ended {formatDay(ends)}</span>
          ) : (
            <span>Works until {formatDay(ends)}</span>
          ))}
        <span>{lastUsed === null ? 'Not used yet' : `Last used ${formatDay(lastUsed)}`}</span>
        <button
          type="button"
          className="btn txt sml last"
          disabled={regenerate.isPending}
          onClick={askToRegenerate}
        >
          <Icon name="refresh" />
          Regenerate
        </button>
      </div>
    </>
  );
}
