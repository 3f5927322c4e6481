/** The title of a table that may show some of the rows that there are, which it then says. */
export const shownOf = (
  title: string,
  { shown, of, which = 'first' }: { shown: number; of: number; which?: 'first' | 'last' },
): string => (of > shown ? `${title}, the ${which} ${shown} of ${of}` : title);
