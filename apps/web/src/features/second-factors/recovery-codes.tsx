import { Button } from 'antd';
import { Dialog } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icons.tsx';
import { saveBlob } from '../../lib/save-file.ts';
import { useCopy } from '../../ui/use-copy.ts';

/**
 * Shown this once, to be kept: each opens the account once where the other factors are out of
 * reach.
 */
export function RecoveryCodes({
  codes,
  onClose,
}: {
  codes: readonly string[];
  onClose: () => void;
}) {
  const [copied, copy] = useCopy();
  const text = `${codes.join('\n')}\n`;
  return (
    <Dialog
      title="Keep these recovery codes"
      open
      width={460}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      footer={
        <div className="row confirm-foot">
          <Button onClick={() => copy(text)}>
            <Icon name={copied ? 'check' : 'copy'} />
            {copied ? 'Copied' : 'Copy'}
          </Button>
          <Button
            className="first"
            onClick={() =>
              saveBlob(new Blob([text], { type: 'text/plain' }), 'columnist-recovery-codes.txt')
            }
          >
            <Icon name="download" />
            Download
          </Button>
          <Button type="primary" onClick={onClose}>
            I have saved these codes
          </Button>
        </div>
      }
    >
      <p className="s2">
        They are shown this once. Each opens your account once, beside your password, when app and
        passkeys are out of reach.
      </p>
      <ol className="codes mt16">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
    </Dialog>
  );
}
