/** What is on a clipboard, as far as it is asked. */
interface Clipboard {
  readonly getData: (type: string) => string;
  readonly files?: Iterable<File>;
}

/**
 * What was pasted, as a file: a file itself, a table with its cells, text with tabs, or else text
 * that is read as CSV; null where there is nothing.
 */
export function pastedFile(clipboard: Clipboard): File | null {
  const [file] = clipboard.files ?? [];
  if (file !== undefined && !file.type.startsWith('image/')) return file;
  const html = clipboard.getData('text/html');
  const text = clipboard.getData('text/plain');
  if (/<table[\s>]/i.test(html))
    return new File([html], 'pasted table.html', { type: 'text/html' });
  if (text.trim() === '') return null;
  const ending = text.includes('\t') ? 'tsv' : 'csv';
  return new File([text], `pasted text.${ending}`, { type: 'text/plain' });
}
