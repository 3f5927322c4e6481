import type { Dataset } from '@columnist/contract';
import {
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type RefObject,
} from 'react';
import { sqlCompletions, type SqlCompletion } from './sql-completions.ts';

/** A statement as it is written: names that fit what is typed are below it, Tab takes the first. */
export function SqlEditor({
  editor,
  sql,
  datasets,
  placeholder,
  isWrong,
  onChange,
  onRun,
}: {
  editor: RefObject<HTMLTextAreaElement | null>;
  sql: string;
  datasets: readonly Dataset[];
  placeholder: string;
  isWrong: boolean;
  onChange: (sql: string) => void;
  onRun: () => void;
}) {
  /** Where names are offered; null until something is typed, and once Escape is pressed. */
  const [caret, setCaret] = useState<number | null>(null);
  /** Where the caret goes once a name is in the statement. */
  const placed = useRef<number | null>(null);
  const help = useId();
  const names = useMemo(
    () => (caret === null ? [] : sqlCompletions(sql, caret, datasets)),
    [sql, caret, datasets],
  );
  useLayoutEffect(() => {
    if (placed.current === null) return;
    editor.current?.focus();
    editor.current?.setSelectionRange(placed.current, placed.current);
    placed.current = null;
  });
  const take = ({ written, from }: SqlCompletion) => {
    placed.current = from + written.length;
    onChange(sql.slice(0, from) + written + sql.slice(caret ?? from));
    setCaret(null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const [first] = names;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      setCaret(null);
      onRun();
    } else if (event.key === 'Tab' && !event.shiftKey && first !== undefined) {
      event.preventDefault();
      take(first);
    } else if (event.key === 'Escape') setCaret(null);
  };
  return (
    <>
      <textarea
        ref={editor}
        className="sqe"
        aria-label="Statement"
        aria-invalid={isWrong}
        aria-describedby={help}
        spellCheck={false}
        autoCapitalize="off"
        rows={9}
        placeholder={placeholder}
        value={sql}
        onChange={({ target }) => {
          setCaret(target.selectionEnd);
          onChange(target.value);
        }}
        onSelect={({ currentTarget: { selectionEnd } }) =>
          setCaret((before) => (before === null ? null : selectionEnd))
        }
        onKeyDown={onKeyDown}
      />
      <div className="sqn">
        <p id={help} className="xs s3 only-w">
          {names.length === 0
            ? 'Names complete as you type.'
            : 'Tab takes the first name, Escape closes the list.'}
        </p>
        {names.length > 0 && (
          <ul aria-label="Names that fit">
            {names.map((name) => (
              <li key={name.written}>
                <button type="button" className="btn sml" onClick={() => take(name)}>
                  <code>{name.written}</code>
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </>
  );
}
