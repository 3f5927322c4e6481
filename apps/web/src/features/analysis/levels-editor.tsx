import { useRef } from 'react';
import { Icon } from '../../ui/icons.tsx';
import type { DraftLevel } from './column-draft.ts';

interface LevelsEditorProps {
  readonly levels: readonly DraftLevel[];
  readonly reference: string | null;
  readonly onReference: (value: string) => void;
  readonly onLabel: (at: number, label: string) => void;
  readonly onMove: (from: number, by: -1 | 1) => void;
}

/** The values of a category: their order, what they mean, and which one others are compared with. */
export function LevelsEditor({
  levels,
  reference,
  onReference,
  onLabel,
  onMove,
}: LevelsEditorProps) {
  const list = useRef<HTMLOListElement>(null);
  const move = (from: number, by: -1 | 1): void => {
    onMove(from, by);
    const to = from + by;
    const direction = by < 0 ? 'up' : 'down';
    // The focus goes with the level, so that the key can be pressed again.
    requestAnimationFrame(() => {
      const row = list.current?.children[to];
      const same = row?.querySelector<HTMLButtonElement>(`[data-move="${direction}"]`);
      (same?.disabled === true
        ? row?.querySelector<HTMLButtonElement>('[data-move]:not(:disabled)')
        : same
      )?.focus();
    });
  };
  return (
    <fieldset className="levels">
      <legend>
        Levels{' '}
        <span className="s2">
          in the order of groups; the reference is what models compare with
        </span>
      </legend>
      <ol ref={list}>
        {levels.map(({ value, label }, i) => (
          <li key={value}>
            <button
              type="button"
              className="btn txt ico"
              data-move="up"
              aria-label={`Move ${value} up`}
              disabled={i === 0}
              onClick={() => move(i, -1)}
            >
              <Icon name="up" />
            </button>
            <button
              type="button"
              className="btn txt ico"
              data-move="down"
              aria-label={`Move ${value} down`}
              disabled={i === levels.length - 1}
              onClick={() => move(i, 1)}
            >
              <Icon name="down" />
            </button>
            <span className="val" title={value}>
              {value}
            </span>
            <input
              className="inp s"
              aria-label={`Label of ${value}`}
              placeholder="label"
              maxLength={200}
              value={label}
              onChange={(event) => onLabel(i, event.target.value)}
            />
            <label className="ref">
              <input
                type="radio"
                name="reference"
                checked={(reference ?? levels[0]?.value) === value}
                onChange={() => onReference(value)}
              />
              <span className="s2">reference</span>
            </label>
          </li>
        ))}
      </ol>
    </fieldset>
  );
}
