import { usePageTitle } from '../ui/use-page-title.ts';
import { ImportFiles } from '../features/import/import-files.tsx';

/** Files of other formats than CSV, and tables from the clipboard. */
export default function ImportFilesPage() {
  usePageTitle('Import other files');
  return <ImportFiles />;
}
