import { Icon } from '../../app/icons.tsx';
import { formatBytes } from '../../lib/formats.ts';
import type { RunningUpload } from './use-uploads.ts';

export function UploadCard({ upload, onRetry, onRemove }: { upload: RunningUpload; onRetry: () => void; onRemove: () => void }) {
  const { file, state, share, failure } = upload;
  const said = { waiting: 'Waiting…', sending: `${Math.round(share * 100)}% sent`, reading: 'Reading…', failed: 'Not uploaded' }[state];
  return (
    <article className="card up" aria-busy={state !== 'failed'}>
      <h3>
        <span>{file.name}</span>
        <button type="button" className="btn txt sml ico" aria-label={state === 'failed' ? `Dismiss ${file.name}` : `Cancel upload of ${file.name}`} onClick={onRemove}>
          <Icon name="close" />
        </button>
      </h3>
      {state === 'failed' ? (
        <div className="field-error" role="alert">
          <Icon name="error" />
          <span>
            <b>{failure?.message}</b> {failure?.fix}
          </span>
        </div>
      ) : (
        <div className="strip bare" aria-hidden="true">
          {Array.from({ length: 8 }, (_, i) => (
            <div key={i} className="sk" style={{ height: 40 }} />
          ))}
        </div>
      )}
      {state !== 'failed' && (
        <div className={`bar acc mt12${state === 'reading' ? ' busy' : ''}`} style={{ height: 3 }} role="progressbar" aria-label={`Upload of ${file.name}`} aria-valuenow={Math.round(share * 100)} aria-valuemin={0} aria-valuemax={100}>
          <i style={{ width: `${share * 100}%` }} />
        </div>
      )}
      <p className="meta">
        <span role="status">{said}</span>
        {state === 'failed' ? (
          <button type="button" className="btn sml" onClick={onRetry}>
            Try Again
          </button>
        ) : (
          <span>{formatBytes(file.size)}</span>
        )}
      </p>
    </article>
  );
}
