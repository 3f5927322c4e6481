/**
 * A text with the white space at its ends drawn, as ‘Adelie␣’: without it two values look like one.
 */
export const visibleEnds = (text: string): string =>
  text.replace(/^\s+|\s+$/g, (space) => '␣'.repeat(space.length));
