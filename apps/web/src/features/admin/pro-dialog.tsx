import type { AdminUser } from '@columnist/contract';
import { Form, Input } from 'antd';
import { useState } from 'react';
import { FormDialog } from '../../ui/form-dialog.tsx';

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
  const [suggested] = useState(inThirtyDays);
  return (
    <FormDialog
      title={`Grant Pro to ${user.full_name}`}
      okText="Grant Pro"
      open={open}
      onClose={onClose}
      initialValues={{ day: (user.granted_pro_until ?? suggested).slice(0, 10) }}
      onFinish={({ day }) => onGrant(`${day}T23:59:59.000Z`)}
    >
      <Form.Item
        name="day"
        label="Until the end of this day (UTC)"
        rules={[{ required: true, message: 'Choose a day.' }]}
      >
        <Input type="date" />
      </Form.Item>
      <p className="sm s2">Payments are not touched.</p>
    </FormDialog>
  );
}
