import { plainNumberForm } from '@columnist/contract';
import { literal } from '@columnist/tables/database/sql';
import type { TableReader } from '@columnist/tables/views/table-reader';

const lettersAndDigits = '[0-9A-Za-z]+';
const withBoth = '[0-9A-Za-z]*([0-9][A-Za-z]|[A-Za-z][0-9])[0-9A-Za-z]*';
/** A code of few characters may have letters alone. */
const shareWithBoth = 0.9;

/**
 * Whether the texts that `texts` holds, each as `text`, are codes of letters and digits: all of one
 * length, and those that are no numbers with both. One of digits alone is no number then, and that of
 * 12e45678 is no exponent.
 */
export async function areCodes(reader: TableReader, text: string): Promise<boolean> {
  const matches = (form: string): string => `regexp_full_match(${text}, ${literal(form)})`;
  const isNumber = matches(plainNumberForm);
  const isUniform = `min(length(${text})) = max(length(${text}))`;
  const [row = []] = await reader.rows(
    `select ${isUniform} and bool_and(${matches(lettersAndDigits)}), sum(n) filter (not ${isNumber}),
     sum(n) filter (not ${isNumber} and ${matches(withBoth)}) from texts`,
  );
  const [isOfForm, others, both] = row;
  return isOfForm === true && Number(both) >= shareWithBoth * Number(others);
}
