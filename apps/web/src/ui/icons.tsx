import type { ColumnType } from '@columnist/contract';

const paths = {
  down: 'm4 6 4 4 4-4',
  up: 'm4 10 4-4 4 4',
  menu: 'M2 4.5h12M2 8h12M2 11.5h12',
  warning: 'M8 2 15 13.5H1ZM8 6.5v3M8 11.4v.1',
  error: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2ZM8 4.8v4M8 11v.1',
  ok: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2Zm-2.7 6.2 1.9 1.9 3.6-3.9',
  eye: 'M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8ZM10 8a2 2 0 1 1-4 0 2 2 0 0 1 4 0Z',
  copy: 'M5.5 5.5h8v8h-8ZM10.5 5.5v-3h-8v8h3',
  refresh: 'M13 4.5A6 6 0 1 0 14 8M13.5 1.5V5H10',
  search: 'M11.5 7a4.5 4.5 0 1 1-9 0 4.5 4.5 0 0 1 9 0Zm-1 3.5 3.5 3.5',
  upload: 'M8 11V3M4.8 6 8 2.8 11.2 6M2.5 10.5v3h11v-3',
  download: 'M8 2.5v8M4.8 7.5 8 10.7l3.2-3.2M2.5 10.5v3h11v-3',
  close: 'm3.5 3.5 9 9M12.5 3.5l-9 9',
  trash: 'M2.5 4.5h11M6 4.5v-2h4v2M4 4.5l.6 9h6.8l.6-9M6.7 7v4M9.3 7v4',
  filter: 'M2 4h12M4.5 8h7M6.5 12h3',
  pencil: 'M2.5 13.5 3.3 10.3 10.5 3.1a1.3 1.3 0 0 1 1.9 0l.5.5a1.3 1.3 0 0 1 0 1.9L5.7 12.7Z',
  check: 'm3 8.5 3.2 3.2L13 4.8',
  plus: 'M8 3v10M3 8h10',
  swap: 'M2.5 5.5h10M9.5 2.5l3 3-3 3M13.5 10.5h-10M6.5 7.5l-3 3 3 3',
  link: 'M6.5 9.5 9.5 6.5M7 4.5 8.5 3a3 3 0 0 1 4.5 4.5L11.5 9M9 11.5 7.5 13A3 3 0 0 1 3 8.5L4.5 7',
  grid: 'M2.5 2.5h4.5v4.5H2.5ZM9 2.5h4.5v4.5H9ZM2.5 9h4.5v4.5H2.5ZM9 9h4.5v4.5H9Z',
  list: 'M5.5 4h8M5.5 8h8M5.5 12h8M2.5 4h.1M2.5 8h.1M2.5 12h.1',
} as const;

export function Icon({ name }: { name: keyof typeof paths }) {
  return (
    <svg className="ic" viewBox="0 0 16 16" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}

const glyphs: Record<ColumnType, { label: string; path: string }> = {
  number: { label: 'Number', path: 'M1.5 12.3h11M3 10V7M5.7 10V3.5M8.4 10V5.5M11 10V8' },
  category: {
    label: 'Category',
    path: 'M1.7 1.7h4.3v4.3H1.7ZM8 1.7h4.3v4.3H8ZM1.7 8h4.3v4.3H1.7ZM8 10.2h4.3',
  },
  text: { label: 'Text', path: 'M2 3h10M2 6.2h10M2 9.4h7M2 12.4h4' },
  datetime: {
    label: 'Date and time',
    path: 'M12.5 7A5.5 5.5 0 1 1 1.5 7a5.5 5.5 0 0 1 11 0ZM7 4v3.2l2.2 1.4',
  },
  boolean: {
    label: 'True or false',
    path: 'M4.5 3.5h5a3.5 3.5 0 0 1 0 7h-5a3.5 3.5 0 0 1 0-7ZM9.5 5.5a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3Z',
  },
};

export const typeClass = (type: ColumnType): string => `t-${type === 'datetime' ? 'time' : type}`;
export const typeName = (type: ColumnType): string => glyphs[type].label;

export function TypeGlyph({ type }: { type: ColumnType }) {
  return (
    <svg
      className={`glyph ${typeClass(type)}`}
      viewBox="0 0 14 14"
      role="img"
      aria-label={glyphs[type].label}
    >
      <path d={glyphs[type].path} />
    </svg>
  );
}
