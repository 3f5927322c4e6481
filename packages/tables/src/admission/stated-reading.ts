import type { Reading } from '@columnist/contract';
import type { StatedDialect } from './field-dialect.ts';
import type { StatedWriting } from './interpret-columns.ts';

/** A statement as admission takes it. */
export function statedReading({
  quote: named,
  escape,
  text_columns: texts = [],
  ...others
}: Reading = {}): StatedReading {
  const asText = (others.read_columns ?? []).flatMap(({ column, as }) =>
    as === 'text' ? [column] : [],
  );
  const rest = { ...others, text_columns: [...texts, ...asText] };
  const quote = named === undefined ? {} : { quote: named === 'none' ? null : named };
  if (escape === undefined) return { ...rest, ...quote };
  return {
    ...rest,
    ...quote,
    escape:
      escape === 'none'
        ? null
        : escape === 'backslash'
          ? '\\'
          : named === undefined || named === 'none'
            ? '"'
            : named,
  };
}

/** What a person may state about a file; what is left out is detected. */
export interface StatedReading extends StatedDialect, StatedWriting {
  readonly encoding?: string | undefined;
  /** Lines before the table. */
  readonly skip_lines?: number | undefined;
  /** Lines of names; 0 where there are none. */
  readonly header_rows?: number | undefined;
  /** Lines that begin with this are no rows. */
  readonly comment?: string | null | undefined;
}
