import type { TabProps } from '../../lib/tab-props.ts';
import { QuestionTab } from './question-tab.tsx';

const asks = ['series'] as const;

/** What a column does over time. */
export default function SeriesTab(props: TabProps) {
  return <QuestionTab {...props} asks={asks} />;
}
