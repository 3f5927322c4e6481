import type { TabProps, rowsAsked } from '../../lib/tab-props.ts';

/** What a panel of the Ask tab gets: the rows in use, the question so far, and what asks another. */
export interface PanelProps<Asked> {
  readonly id: string;
  readonly rows: ReturnType<typeof rowsAsked>;
  readonly columns: TabProps['dataset']['columns'];
  readonly question: Asked;
  readonly onAsk: (question: Asked) => void;
}
