import { Form } from 'antd';
import type { ReactNode } from 'react';
import { Dialog } from './dialog.tsx';

/** A dialog that asks for the fields in it, gives them once they are right, and closes. */
export function FormDialog<Fields extends object>({
  title,
  okText,
  open,
  initialValues,
  onClose,
  onFinish,
  children,
}: {
  title: string;
  okText: string;
  open: boolean;
  initialValues: Fields;
  onClose: () => void;
  onFinish: (fields: Fields) => void;
  children: ReactNode;
}) {
  const [form] = Form.useForm<Fields>();
  return (
    <Dialog
      title={title}
      open={open}
      onCancel={onClose}
      okText={okText}
      onOk={() => form.submit()}
      destroyOnHidden
    >
      <Form<Fields>
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={initialValues}
        onFinish={(fields) => {
          onFinish(fields);
          onClose();
        }}
      >
        {children}
      </Form>
    </Dialog>
  );
}
