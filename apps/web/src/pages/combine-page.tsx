import { useSearchParams } from 'react-router-dom';
import { CombineWorkbench } from '../features/combine/combine-workbench.tsx';
import { usePageTitle } from '../ui/use-page-title.ts';

/** Datasets joined, appended, pivoted; which of them is in the address. */
export default function CombinePage() {
  usePageTitle('Combine');
  const [query] = useSearchParams();
  const kind = query.get('kind');
  const chosen = (query.get('of') ?? '').split(',').filter((id) => id !== '');
  return (
    <main className="page">
      <h1 className="page-title">Combine</h1>
      <p className="s2 mt8 mb16">
        Join two datasets, put several below one another, or turn one. The sources stay as they are.
      </p>
      <CombineWorkbench
        key={chosen.join()}
        chosen={chosen}
        kind={kind === 'append' || kind === 'join' ? kind : null}
      />
    </main>
  );
}
