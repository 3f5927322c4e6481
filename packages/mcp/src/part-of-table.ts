const shownPart = /, the (first|last) (\d+) of (\d+)$/;

/**
 * The title of a table of which fewer rows are left, and which they are: a table of the last rows
 * there are keeps its end.
 */
export function titleOfPart(
  title: string,
  { shown, of: rows }: { readonly shown: number; readonly of: number },
): { readonly title: string; readonly fromEnd: boolean } {
  const [said = '', which = 'first', , of = String(rows)] = shownPart.exec(title) ?? [];
  return {
    title: `${title.slice(0, title.length - said.length)}, the ${which} ${shown} of ${of}`,
    fromEnd: which === 'last',
  };
}
