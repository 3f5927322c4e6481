import type { Reading } from '@columnist/contract';
import type { StatedReading } from './look-at-text.ts';

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
