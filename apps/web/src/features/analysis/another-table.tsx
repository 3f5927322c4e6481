import { Form, Select } from 'antd';
import type { Problem, TablesOfFile } from '../../lib/problem.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Note } from '../../ui/note.tsx';
import type { UpdateMode } from './use-update-data.tsx';

/** A file of several tables of which the one that was read does not fit. */
export interface ToChoose {
  readonly file: File;
  readonly mode: UpdateMode;
  readonly refusal: Pick<Problem, 'detail' | 'fix'>;
  readonly tables: TablesOfFile;
}

/** Why the table does not fit, and which other one is to be read. */
export function AnotherTable({
  file,
  mode,
  refusal,
  tables,
  onChoose,
  onClose,
}: ToChoose & {
  readonly onChoose: (table: string) => void;
  readonly onClose: () => void;
}) {
  const read = tables.find(({ problem }) => problem === refusal.detail)?.table;
  const first = tables.find(({ problem }) => problem === null)?.table;
  return (
    <FormDialog<{ table: string | undefined }>
      title={`Which table of ${file.name}?`}
      okText={mode === 'append' ? 'Append its rows' : 'Replace the data'}
      open
      initialValues={{ table: first }}
      onClose={onClose}
      onFinish={({ table }) => {
        if (table !== undefined) onChoose(table);
      }}
    >
      <Note kind="err">
        {read !== undefined && <b>{read} does not fit. </b>}
        {refusal.detail} {first === undefined ? refusal.fix : ''}
      </Note>
      <Form.Item name="table" label="Table" className="mt16">
        <Select
          disabled={first === undefined}
          options={tables.map(({ table, problem }) => ({
            value: table,
            label: problem === null ? table : `${table}: ${problem}`,
            disabled: problem !== null,
          }))}
        />
      </Form.Item>
    </FormDialog>
  );
}
