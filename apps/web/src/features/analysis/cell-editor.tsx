import type { Cell } from '@columnist/contract';
import { useEffect, useId, useState } from 'react';
import { Icon } from '../../ui/icons.tsx';
import { formatCount } from '../../lib/formats.ts';
import { readTyped, type EditedCell } from './edit-cell.ts';

interface CellEditorProps {
  readonly cell: EditedCell;
  /** Why the cell itself cannot be corrected here; its row can be deleted. */
  readonly refused: string | null;
  readonly onCorrect: (to: Cell, why: string) => void;
  readonly onDelete: (why: string) => void;
  readonly onClose: () => void;
}

/** The chosen cell as a form: its new value, the reason, and the row to delete. */
export function CellEditor({ cell, refused, onCorrect, onDelete, onClose }: CellEditorProps) {
  const { column, row, value } = cell;
  const [text, setText] = useState(value === null ? '' : String(value));
  const [why, setWhy] = useState('');
  const [wrong, setWrong] = useState<string | null>(null);
  const id = useId();
  useEffect(() => {
    const leave = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onClose();
    };
    document.addEventListener('keydown', leave);
    return () => document.removeEventListener('keydown', leave);
  }, [onClose]);
  const isLong = text.length > 80;
  const save = () => {
    const read = readTyped(text, column);
    if ('wrong' in read) setWrong(read.wrong);
    else if (read.value === value) onClose();
    else onCorrect(read.value, why);
  };
  const field = {
    id: `${id}value`,
    value: text,
    autoFocus: true,
    disabled: refused !== null,
    placeholder: 'NA',
    'aria-invalid': wrong !== null,
    'aria-describedby': `${id}said`,
    onChange: ({ target }: { target: { value: string } }) => {
      setText(target.value);
      setWrong(null);
    },
  };
  return (
    <form
      className="cell-editor"
      aria-label={`Edit ${column.name} in row ${row}`}
      onSubmit={(event) => {
        event.preventDefault();
        if (refused === null) save();
      }}
    >
      <label htmlFor={`${id}value`}>
        {column.name} <span className="s3">in row {formatCount(row)}</span>
      </label>
      {isLong ? <textarea rows={3} {...field} /> : <input type="text" {...field} />}
      <label htmlFor={`${id}why`}>
        Reason <span className="s3">(optional)</span>
      </label>
      <input
        id={`${id}why`}
        type="text"
        value={why}
        maxLength={500}
        // Where the cell itself cannot be edited, this is the first field.
        autoFocus={refused !== null}
        onChange={({ target }) => setWhy(target.value)}
      />
      <p
        id={`${id}said`}
        className={wrong === null ? 'sm s2' : 'sm wrong'}
        role={wrong === null ? 'status' : 'alert'}
      >
        {wrong !== null && <Icon name="error" />}
        {wrong ??
          refused ??
          'Empty means missing. The file stays as it is: the edit is a step that you can undo.'}
      </p>
      <div className="row">
        <button type="submit" className="btn pri sml" disabled={refused !== null}>
          Save
        </button>
        <button type="button" className="btn sml" onClick={() => onDelete(why)}>
          Delete row
        </button>
        <button type="button" className="btn txt sml" onClick={onClose}>
          Cancel
        </button>
      </div>
    </form>
  );
}
