import { useSearchParams } from 'react-router-dom';
import { Icon } from '../../ui/icons.tsx';
import { Note } from '../../ui/note.tsx';

/** The outcome of a verification link, which leads here with `?verified=…`. */
export function VerificationNotice() {
  const [query, setQuery] = useSearchParams();
  const verified = query.get('verified');
  const error = query.get('error');
  const dismiss = () =>
    setQuery(
      (left) => {
        left.delete('verified');
        left.delete('error');
        return left;
      },
      { replace: true },
    );
  const close = (
    <button type="button" className="btn txt sml ico" aria-label="Dismiss" onClick={dismiss}>
      <Icon name="close" />
    </button>
  );
  if (verified === 'true')
    return (
      <Note kind="ok" action={close}>
        Your email has been verified successfully. You can now log in.
      </Note>
    );
  if (verified === 'false' && error !== null)
    return (
      <Note kind="err" action={close}>
        {error}
      </Note>
    );
  return null;
}
