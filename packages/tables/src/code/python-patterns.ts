import { readPattern } from '@columnist/contract';
import { unknown } from '../views/expression-parts.ts';
import { patternOf, type Call } from './expression-writer.ts';
import { text } from './python-syntax.ts';

/** The pattern of a call as Python's re reads it. */
export const pythonPattern = (node: Call): string =>
  text(readPattern(patternOf(node), unknown).write('python'));

/** What replaces a match; groups with brackets around their number: a digit may follow. */
export const pythonReplacement = ({ args: [, , third] }: Call): string =>
  text(
    third?.kind === 'literal'
      ? String(third.value).replaceAll(/\\([1-9])|\\\\/g, (sign, group: string | undefined) =>
          group === undefined ? sign : `\\g<${group}>`,
        )
      : '',
  );
