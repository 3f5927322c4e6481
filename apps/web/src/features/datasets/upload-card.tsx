import { Icon } from '../../ui/icons.tsx';
import { useUser } from '../../lib/session.tsx';
import { formatBytes } from '../../lib/formats.ts';
import { PremiumNotice } from '../../ui/premium-notice.tsx';
import type { UploadFailure } from '../../lib/upload-file.ts';
import { notCsv, type RunningUpload } from './uploads.tsx';

export function UploadCard({
  upload,
  onRetry,
  onImport,
  onRemove,
}: {
  upload: RunningUpload;
  onRetry: () => void;
  onImport: () => void;
  onRemove: () => void;
}) {
  const { file, failure } = upload;
  return (
    <article className="card up" aria-busy={failure === null}>
      <h3>
        <span title={file.name}>{file.name}</span>
        <button
          type="button"
          className="btn txt sml ico"
          aria-label={failure === null ? `Cancel upload of ${file.name}` : `Dismiss ${file.name}`}
          onClick={onRemove}
        >
          <Icon name="close" />
        </button>
      </h3>
      {failure === null ? (
        <Progress upload={upload} />
      ) : (
        <Failure failure={failure} onRetry={onRetry} onImport={onImport} />
      )}
    </article>
  );
}

const stateWords = {
  waiting: 'Waiting…',
  broken: 'Connection lost. Trying again…',
  reading: 'Reading…',
  failed: '',
};

function Progress({ upload: { file, state, share } }: { upload: RunningUpload }) {
  const percent = Math.floor(share * 100);
  return (
    <>
      <div className="strip bare" aria-hidden="true">
        {Array.from({ length: 8 }, (_, i) => (
          <div key={i} className="sk" />
        ))}
      </div>
      <div
        className={`bar acc mt12${state === 'reading' ? ' busy' : ''}`}
        role="progressbar"
        aria-label={`Upload of ${file.name}`}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <i style={{ width: `${share * 100}%` }} />
      </div>
      <p className="meta">
        <span>{state === 'sending' ? `${percent}% sent` : stateWords[state]}</span>
        <span>
          {state === 'sending' || state === 'broken'
            ? `${formatBytes(share * file.size)} of ${formatBytes(file.size)}`
            : formatBytes(file.size)}
        </span>
      </p>
    </>
  );
}

function Failure({
  failure,
  onRetry,
  onImport,
}: {
  failure: UploadFailure;
  onRetry: () => void;
  onImport: () => void;
}) {
  const { subscription_tier: tier } = useUser();
  return (
    <>
      <div className="field-error" role="alert">
        <Icon name="error" />
        <div>
          <b>Failed to upload file</b>
          <p>{failure.detail}</p>
          {!failure.detail.endsWith(failure.fix) && <p className="s2">{failure.fix}</p>}
        </div>
      </div>
      {failure.beyondPlan && tier === 'free' && <PremiumNotice />}
      {failure === notCsv && (
        <p className="mt12">
          <button type="button" className="btn sml" onClick={onImport}>
            Import this file
          </button>
        </p>
      )}
      {failure.repeatable && (
        <p className="mt12">
          <button type="button" className="btn sml" onClick={onRetry}>
            Try Again
          </button>
        </p>
      )}
    </>
  );
}
