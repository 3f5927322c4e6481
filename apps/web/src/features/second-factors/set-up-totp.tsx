import { colors } from '@columnist/design';
import { Form, Input, QRCode } from 'antd';
import { useEffect, useRef } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Note } from '../../ui/note.tsx';
import { useCopy } from '../../ui/use-copy.ts';
import { detailOf } from '../../lib/errors.ts';
import { trpc } from '../../lib/trpc.ts';

interface CodeFields {
  code?: string;
}

/** A secret for an authenticator app, as a picture and as text; its first code sets it up. */
export function SetUpTotp({
  onClose,
  onDone,
}: {
  onClose: () => void;
  onDone: (codes: readonly string[] | null) => void;
}) {
  const [form] = Form.useForm<CodeFields>();
  const code = Form.useWatch('code', form) ?? '';
  const { mutate: start, ...started } = trpc.auth.startTotp.useMutation({ gcTime: 0 });
  const confirm = trpc.auth.confirmTotp.useMutation({
    onSuccess: ({ recovery_codes: codes }) => onDone(codes),
  });
  const begun = useRef(false);
  useEffect(() => {
    // One secret, also where React runs the effect twice: each voids the one before.
    if (begun.current) return;
    begun.current = true;
    start({});
  }, [start]);
  return (
    <Dialog
      title="Set up an authenticator app"
      open
      width={460}
      onCancel={onClose}
      okText="Confirm"
      okButtonProps={{
        disabled: started.data === undefined || code.replace(/\s/g, '').length !== 6,
        loading: confirm.isPending,
      }}
      onOk={() => form.submit()}
    >
      {started.isError && (
        <Note kind="err">{detailOf(started.error, 'The set-up could not be begun.')}</Note>
      )}
      {started.isPending && <div className="sk totp-sk" />}
      {started.data !== undefined && (
        <>
          <p className="s2">
            Scan this with the app, or type the secret into it. Then type the code that it shows.
          </p>
          <div className="totp mt16">
            <QRCode
              type="svg"
              value={started.data.uri}
              size={180}
              color={colors.light.ink}
              bgColor={colors.light.paper}
              errorLevel="M"
              aria-label="Picture of the secret, for the app's camera"
            />
            <div>
              <p className="sm s2">Secret</p>
              <code className="secret-text">{started.data.secret.match(/.{4}/g)?.join(' ')}</code>
              <div className="row mt8">
                <CopySecret secret={started.data.secret} />
                <a className="btn sml" href={started.data.uri}>
                  Open in an app here
                </a>
              </div>
            </div>
          </div>
          <Form<CodeFields>
            name="totp"
            form={form}
            className="mt16"
            layout="vertical"
            requiredMark={false}
            onFinish={({ code: typed = '' }) => confirm.mutate({ code: typed })}
          >
            {confirm.isError && (
              <Note kind="err">{detailOf(confirm.error, 'The code could not be checked.')}</Note>
            )}
            <Form.Item name="code" label="Code from your authenticator app">
              <Input autoFocus inputMode="numeric" autoComplete="one-time-code" maxLength={7} />
            </Form.Item>
          </Form>
        </>
      )}
    </Dialog>
  );
}

/** For an app on this device, which has no camera on its own screen. */
function CopySecret({ secret }: { secret: string }) {
  const [copied, copy] = useCopy();
  return (
    <button type="button" className="btn sml" onClick={() => copy(secret)}>
      <Icon name={copied ? 'check' : 'copy'} />
      {copied ? 'Copied' : 'Copy'}
    </button>
  );
}
