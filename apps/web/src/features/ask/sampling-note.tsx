import type { DatasetColumn } from '@columnist/contract';
import { Isolated } from '../../ui/isolated-text.tsx';
import { isSampled, samplingOf, saySampling, saySeveral } from '../results/first-sampling.ts';
import type { Question } from '../results/test-question.ts';

interface SamplingNoteProps {
  readonly question: Question;
  readonly columns: readonly DatasetColumn[];
  readonly onAsk: (question: Question) => void;
}

/** What several rows of one day are made into, and the other choices, where the rows ask for one. */
export function SamplingNote({ question, columns, onAsk }: SamplingNoteProps) {
  const { ask, fields } = question;
  const first = ask === 'series' ? samplingOf(fields, columns) : null;
  if (first === null) return null;
  const asTheyAre = isSampled(fields, null);
  // Somebody chose another unit or figure: it is in the details, and nothing is to be explained.
  if (!asTheyAre && !isSampled(fields, first)) return null;
  const [value, time] = [String(fields['value']), String(fields['time'])];
  const other = first.aggregate === 'sum' ? 'mean' : 'sum';
  const take = (made: string) =>
    onAsk({ ...question, fields: { ...fields, every: first.every, aggregate: made } });
  return (
    <section className="advice" aria-label="Rows of one time">
      <p>
        <Isolated
          text={
            asTheyAre
              ? `${saySeveral(first.every, time)}, and every row is a point of its own here.`
              : saySampling(first, value, time)
          }
        />
      </p>
      <div className="advice-others">
        {asTheyAre ? (
          <button type="button" className="btn sml" onClick={() => take(first.aggregate)}>
            Show the {first.aggregate} of each {first.every}
          </button>
        ) : (
          <>
            <button type="button" className="btn sml" onClick={() => take(other)}>
              Show the {other} of each {first.every}
            </button>
            <button
              type="button"
              className="btn sml"
              onClick={() => onAsk({ ...question, fields: { ...fields, every: '' } })}
            >
              Show every row
            </button>
          </>
        )}
      </div>
    </section>
  );
}
