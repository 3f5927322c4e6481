import type { Dataset, Reading } from '@columnist/contract';
import { Button } from 'antd';

/**
 * What two readings of the file are both likely for: how it is read now, and one button for each
 * other reading.
 */
export function ReadingQuestions({
  dataset,
  busy,
  onAnswer,
}: {
  dataset: Dataset;
  busy: boolean;
  onAnswer: (reading: Reading) => void;
}) {
  const questions = dataset.admission.questions ?? [];
  if (questions.length === 0) return null;
  return (
    <section className="sec mt24" aria-labelledby="questions-title">
      <header>
        <h2 id="questions-title">Please check</h2>
      </header>
      <ul className="notes">
        {questions.map(({ code, question, taken, alternatives }) => (
          <li key={code}>
            <b>{question}</b> <span className="s2">As it is read now: {taken}</span>
            <p className="row mt8">
              {alternatives.map(({ label, reading }) => (
                <Button key={label} size="small" disabled={busy} onClick={() => onAnswer(reading)}>
                  {label}
                </Button>
              ))}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
