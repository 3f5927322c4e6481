import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { rowsAsked, type TabProps } from '../analysis/tab-props.ts';
import { TestPanel } from '../tests/test-panel.tsx';
import { readTest, type TestQuestion } from '../tests/test-question.ts';
import '../groups/groups.css';
import '../tests/tests.css';

const asks = ['structure'] as const;

/** What the columns have in common, which rows are alike, what is missing together. */
export default function StructureTab({ dataset: { id }, state, viewed }: TabProps) {
  const [query, setQuery] = useSearchParams();
  const { columns } = viewed.dataset;
  const question = useMemo(() => readTest(query.get('test'), columns, asks), [query, columns]);
  const ask = (next: TestQuestion) =>
    setQuery((previous) => {
      previous.set('test', JSON.stringify(next));
      return previous;
    }, { replace: true });
  return (
    <main className="page gt">
      <TestPanel id={id} rows={rowsAsked(state.view)} columns={columns} question={question} onAsk={ask} run="Analyze" />
    </main>
  );
}
