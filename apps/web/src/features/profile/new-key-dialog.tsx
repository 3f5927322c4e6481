import { Form, Input, Select, type ModalProps } from 'antd';
import { useRef } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Note } from '../../ui/note.tsx';
import { useNotices } from '../../ui/notices.tsx';
import { detailOf } from '../../lib/errors.ts';
import { formatDay } from '../../lib/formats.ts';
import { trpc } from '../../lib/trpc.ts';
import { useCopy } from '../../ui/use-copy.ts';
import { LimitFields, idsOrAll } from '../../ui/limit-fields.tsx';

interface Fields extends LimitFields {
  name: string;
  days: number;
}

/** Of the choice of days: no end, which a form cannot hold as null. */
const never = 0;
const choices = [
  { value: 7, label: '7 days' },
  { value: 30, label: '30 days' },
  { value: 90, label: '90 days' },
  { value: 365, label: 'A year' },
  { value: never, label: 'No end' },
];
/** The least that is of use; more is a decision. */
const usual: Fields = {
  name: '',
  scopes: ['read', 'analyse'],
  dataset_ids: [],
  aggregates_only: false,
  days: 90,
};

const confirmAlone: ModalProps['footer'] = (_, { OkBtn }) => <OkBtn />;

/** Asks what the new key is for, then shows it once. */
export function NewKeyDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { message } = useNotices();
  const utils = trpc.useUtils();
  const [form] = Form.useForm<Fields>();
  const create = trpc.auth.createApiKey.useMutation({
    onSuccess: () => utils.auth.apiKeys.invalidate(),
    // It is shown once: no copy of it stays behind in the page.
    gcTime: 0,
  });
  const made = create.data;
  const days = Form.useWatch('days', form);
  const close = () => {
    if (made !== undefined)
      void message.success(
        `The key ${made.key.name} ` +
          `works${made.key.expires_at === null ? '' : ` until ${formatDay(made.key.expires_at)}`}.`,
      );
    create.reset();
    onClose();
  };
  const isMaking = useRef(false);
  // The second of two clicks comes before the button waits: of two keys one would not be shown.
  const save = (fields: Fields) => {
    if (isMaking.current) return;
    isMaking.current = true;
    create.mutate(
      {
        name: fields.name,
        scopes: fields.scopes,
        dataset_ids: idsOrAll(fields.dataset_ids),
        aggregates_only: fields.aggregates_only,
        expires_in_days: fields.days === never ? null : fields.days,
      },
      { onSettled: () => void (isMaking.current = false) },
    );
  };
  if (made !== undefined) {
    return (
      // Neither Escape nor a click beside it closes it: the key would be lost.
      <Dialog
        title={made.key.name}
        open={open}
        onCancel={close}
        keyboard={false}
        mask={{ closable: false }}
        okText="Done"
        onOk={close}
        footer={confirmAlone}
      >
        <ShownOnce secret={made.api_key} />
      </Dialog>
    );
  }
  return (
    // The button is that of the form, so that Enter in a field presses it.
    <Dialog
      title="New key"
      open={open}
      onCancel={close}
      okText="Create key"
      okButtonProps={{ htmlType: 'submit', form: 'new-key', loading: create.isPending }}
      destroyOnHidden
    >
      <Form<Fields>
        name="new-key"
        form={form}
        preserve={false}
        layout="vertical"
        requiredMark={false}
        initialValues={usual}
        onFinish={save}
      >
        {create.isError && (
          <div className="mb16">
            <Note kind="err">{detailOf(create.error, 'The key could not be made.')}</Note>
          </div>
        )}
        <Form.Item
          name="name"
          label="Name"
          rules={[{ required: true, whitespace: true, message: 'Give the key a name.' }]}
        >
          <Input maxLength={60} placeholder="nightly report" autoComplete="off" autoFocus />
        </Form.Item>
        <LimitFields />
        <Form.Item
          name="days"
          label="Works for"
          {...(days === never
            ? { extra: 'A key without an end works until you revoke it, also when it was lost.' }
            : {})}
        >
          <Select options={choices} />
        </Form.Item>
      </Form>
    </Dialog>
  );
}

function ShownOnce({ secret }: { secret: string }) {
  const [copied, copy] = useCopy();
  return (
    <>
      <p className="sm s2">Copy the key now. It is not shown again, and nobody can look it up.</p>
      <div className="key once mt8">
        <div className="inp mono" role="group" aria-label="The new key">
          <code className="whole" tabIndex={0}>
            {secret}
          </code>
        </div>
        <button type="button" className="btn" autoFocus onClick={() => copy(secret)}>
          <Icon name={copied ? 'check' : 'copy'} />
          {copied ? 'Copied' : 'Copy'}
        </button>
      </div>
    </>
  );
}
