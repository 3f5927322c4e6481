import type { TabProps } from '../../lib/tab-props.ts';
import { QuestionTab } from './question-tab.tsx';

const asks = ['structure'] as const;

/** What the columns have in common, which rows are alike, what is missing together. */
export default function StructureTab(props: TabProps) {
  return <QuestionTab {...props} asks={asks} />;
}
