import type { AdminUser } from '@columnist/contract';
import { Form, Input } from 'antd';
import { useState } from 'react';
import { Dialog } from '../../ui/dialog.tsx';

const inThirtyDays = (): string => new Date(Date.now() + 30 * 86_400_000).toISOString();

/** Until which day a user is Pro without paying. */
export function ProDialog({
  user,
  open,
  onClose,
  onGrant,
}: {
  user: AdminUser;
  open: boolean;
  onClose: () => void;
  onGrant: (until: string) => void;
}) {
  const [form] = Form.useForm<{ day: string }>();
  const [suggested] = useState(inThirtyDays);
  return (
    <Dialog
      title={`Grant Pro to ${user.full_name}`}
      open={open}
      onCancel={onClose}
      okText="Grant Pro"
      onOk={() => form.submit()}
      destroyOnHidden
    >
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={{ day: (user.granted_pro_until ?? suggested).slice(0, 10) }}
        onFinish={({ day }) => {
          onGrant(`${day}T23:59:59.000Z`);
          onClose();
        }}
      >
        <Form.Item
          name="day"
          label="Until the end of this day (UTC)"
          rules={[{ required: true, message: 'Choose a day.' }]}
        >
          <Input type="date" />
        </Form.Item>
      </Form>
      <p className="sm s2">Payments are not touched.</p>
    </Dialog>
  );
}
