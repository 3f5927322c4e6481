import type { DatasetColumn, Expression } from '@columnist/contract';
import { AutoComplete, Input, type InputRef } from 'antd';
import { useId, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { Icon, TypeGlyph } from './icons.tsx';
import { checkTyped, type Wrong } from '../lib/check-typed.ts';
import { completionsFor, type Completion } from '../lib/completions.ts';

interface ExpressionInputProps {
  readonly columns: readonly DatasetColumn[];
  readonly text: string;
  readonly onChange: (text: string) => void;
  /** Called when Enter is pressed and the expression is right. */
  readonly onEnter: (expression: Expression) => void;
  readonly wanted: 'boolean' | 'any';
  readonly label: string;
  readonly placeholder: string;
  readonly icon?: boolean;
  /** What is wrong with the text, where a form found it. */
  readonly refused?: Wrong | null;
}

/**
 * A line for an expression: names complete as they are typed, and what is wrong is said at its
 * place.
 */
export function ExpressionInput({
  columns,
  text,
  onChange,
  onEnter,
  wanted,
  label,
  placeholder,
  icon = false,
  refused = null,
}: ExpressionInputProps) {
  const input = useRef<InputRef>(null);
  const picking = useRef(false);
  /** The list opens by typing, arrows and clicks; Enter, which asks, leaves it closed. */
  const wanting = useRef(false);
  /** Where the caret goes once a completion is in the line. */
  const placed = useRef<number | null>(null);
  const [caret, setCaret] = useState(0);
  const [open, setOpen] = useState(false);
  const [noticed, setWrong] = useState<Wrong | null>(null);
  const wrong = noticed ?? refused;
  const message = useId();
  const completions = useMemo(
    () => (open ? completionsFor(text, caret, columns) : []),
    [open, text, caret, columns],
  );

  const put = ({ value, caret: place }: Completion): void => {
    picking.current = false;
    placed.current = place;
    onChange(value);
    setCaret(place);
  };
  // Before the next key: a frame later, what was typed meanwhile would be cut in two.
  useLayoutEffect(() => {
    if (placed.current === null) return;
    input.current?.setSelectionRange(placed.current, placed.current);
    placed.current = null;
  });
  const enter = (): void => {
    if (text.trim() === '') return;
    const checked = checkTyped(text, columns, wanted);
    if ('message' in checked) {
      setWrong(checked);
      setOpen(false);
      input.current?.setSelectionRange(checked.from, checked.to);
      return;
    }
    setOpen(false);
    onEnter(checked.expression);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const [first] = completions;
    wanting.current = event.key !== 'Enter' && event.key !== 'Escape';
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp')
      picking.current = open && completions.length > 0;
    else if (
      event.key === 'Tab' &&
      !event.shiftKey &&
      open &&
      first !== undefined &&
      text.trim() !== ''
    ) {
      event.preventDefault();
      put(first);
    } else if (event.key === 'Enter' && !picking.current) {
      event.preventDefault();
      enter();
    } else if (event.key === 'Escape' && open) {
      event.stopPropagation();
      setOpen(false);
    }
  };
  return (
    <div className="xi">
      <AutoComplete
        className="xi-in"
        value={text}
        open={open && completions.length > 0}
        onOpenChange={(next) => setOpen(next && wanting.current)}
        defaultActiveFirstOption={false}
        popupMatchSelectWidth={360}
        options={completions.map(({ value, label: name, kind, hint }) => ({
          value,
          label: (
            <span className="cpl">
              <code>{name}</code>
              <small>
                {kind === 'column' ? <ColumnHint columns={columns} name={name} /> : hint}
              </small>
            </span>
          ),
        }))}
        onChange={(next) => {
          setWrong(null);
          setCaret(input.current?.input?.selectionStart ?? next.length);
          onChange(next);
        }}
        onSelect={(value: string) => {
          const chosen = completions.find((completion) => completion.value === value);
          if (chosen !== undefined) put(chosen);
        }}
        onInputKeyDown={onKeyDown}
      >
        <Input
          ref={input}
          prefix={icon ? <Icon name="filter" /> : undefined}
          aria-label={label}
          aria-describedby={wrong === null ? undefined : message}
          status={wrong === null ? '' : 'error'}
          placeholder={placeholder}
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          maxLength={5000}
          onSelect={(event) => setCaret(event.currentTarget.selectionStart ?? 0)}
          onMouseDown={() => {
            wanting.current = true;
            setOpen(true);
          }}
        />
      </AutoComplete>
      {wrong !== null && (
        <p className="xi-err" id={message} role="alert">
          <Icon name="error" /> {wrong.message}
        </p>
      )}
    </div>
  );
}

function ColumnHint({ columns, name }: { columns: readonly DatasetColumn[]; name: string }) {
  const column = columns.find((candidate) => candidate.name === name);
  return column === undefined ? null : <TypeGlyph type={column.type} />;
}
