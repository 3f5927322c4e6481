import { Alert } from 'antd';
import { useSearchParams } from 'react-router-dom';

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
  if (verified === 'true') return <Alert type="success" showIcon closable={{ onClose: dismiss, 'aria-label': 'Dismiss' }} title="Your email has been verified successfully. You can now log in." />;
  if (verified === 'false' && error !== null) return <Alert type="error" showIcon closable={{ onClose: dismiss, 'aria-label': 'Dismiss' }} title={error} />;
  return null;
}
