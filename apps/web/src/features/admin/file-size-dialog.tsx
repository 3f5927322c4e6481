import { plans, raisableFileMb, type AdminUser } from '@columnist/contract';
import { Form, InputNumber } from 'antd';
import { FormDialog } from '../../ui/form-dialog.tsx';

/** How large a file of a user may be, where that is more than their plan has. */
export function FileSizeDialog({
  user,
  open,
  onClose,
  onRaise,
}: {
  user: AdminUser;
  open: boolean;
  onClose: () => void;
  /** null for the size that the plan has. */
  onRaise: (megabytes: number | null) => void;
}) {
  const { max_file_size_mb: ofPlan } = plans[user.subscription_tier];
  return (
    <FormDialog
      title={`File size of ${user.full_name}`}
      okText="Save"
      open={open}
      onClose={onClose}
      initialValues={{ megabytes: user.raised_file_mb }}
      onFinish={({ megabytes }) => onRaise(megabytes)}
    >
      <Form.Item name="megabytes" label="Megabytes of a file">
        <InputNumber
          min={raisableFileMb.least}
          max={raisableFileMb.most}
          precision={0}
          placeholder={`${ofPlan}, as the plan`}
          style={{ width: '100%' }}
        />
      </Form.Item>
      <p className="sm s2">
        Left empty, or below them, the {ofPlan} MB of the plan hold. Above, the files of this user
        may take the room of ten such files, and a job a tenth of a second for each megabyte.
      </p>
    </FormDialog>
  );
}
