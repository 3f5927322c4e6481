import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { rowsAsked, type TabProps } from '../../lib/tab-props.ts';
import type { Ask } from '../results/methods.ts';
import { TestPanel } from './test-panel.tsx';
import { readTest, type Question } from '../results/test-question.ts';
import '../results/sentence.css';
import '../results/results.css';

/**
 * A tab of one family of methods: the question as a sentence, kept in the address, and its answer.
 */
export function QuestionTab({
  dataset: { id },
  state,
  viewed,
  asks,
}: TabProps & { readonly asks: readonly Ask[] }) {
  const [query, setQuery] = useSearchParams();
  const { columns } = viewed.dataset;
  const question = useMemo(
    () => readTest(query.get('test'), columns, asks),
    [query, columns, asks],
  );
  const ask = (next: Question) =>
    setQuery(
      (previous) => {
        previous.set('test', JSON.stringify(next));
        return previous;
      },
      { replace: true },
    );
  return (
    <main className="page gt">
      <TestPanel
        id={id}
        rows={rowsAsked(state.view)}
        columns={columns}
        question={question}
        onAsk={ask}
      />
    </main>
  );
}
