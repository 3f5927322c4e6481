import type { Dataset, Reading, ReadingQuestion } from '@columnist/contract';
import { Button } from 'antd';
import { Icon } from '../../ui/icons.tsx';
import { readingInWords } from './remembered-readings.ts';

type Answer = ReadingQuestion['alternatives'][number]['reading'];

interface Props {
  readonly dataset: Dataset;
  /** How a file with the same names was read before, where this one is not read so. */
  readonly before: Reading | null;
  readonly busy: boolean;
  readonly onAnswer: (reading: Answer) => void;
  /** Reads it as that file was. */
  readonly onReadAsBefore: (reading: Reading) => void;
}

/**
 * What the file leaves open: how it is read now, and each other reading with what some cells are in
 * it. An answer is applied at once.
 */
export function ReadingQuestions({ dataset, before, busy, onAnswer, onReadAsBefore }: Props) {
  const questions = dataset.admission.questions ?? [];
  const lacking = dataset.admission.notes.filter(({ code }) => code === 'formulas_without_value');
  const isOpen = questions.length > 0 || before !== null;
  if (!isOpen && lacking.length === 0) return null;
  return (
    <section className="sec mt24" aria-labelledby="questions-title">
      <header>
        <h2 id="questions-title">Please check</h2>
        <p>{isOpen ? 'the file can be read in more than one way' : 'the file lacks values'}</p>
      </header>
      {lacking.map(({ message }) => (
        <div key={message} className="question">
          <p>
            <Icon name="warning" /> <b>{message}</b>
          </p>
        </div>
      ))}
      {before !== null && (
        <div role="group" aria-labelledby="question-before" className="question">
          <p id="question-before">
            <Icon name="warning" /> <b>You read a file with the same names otherwise before.</b>
          </p>
          <ul className="readings">
            <li>
              <ReadingHead label="As that file" confidence={undefined} />
              <Words preview={readingInWords(before)} />
              <Button
                size="small"
                disabled={busy}
                aria-label="Read as the file before"
                onClick={() => onReadAsBefore(before)}
              >
                Read so
              </Button>
            </li>
          </ul>
        </div>
      )}
      {questions.map((question) => (
        <Question key={question.code} question={question} busy={busy} onAnswer={onAnswer} />
      ))}
    </section>
  );
}

function Question({
  question: { code, question, taken, confidence, preview, alternatives },
  busy,
  onAnswer,
}: Omit<Props, 'dataset' | 'before' | 'onReadAsBefore'> & { readonly question: ReadingQuestion }) {
  return (
    <div role="group" aria-labelledby={`question-${code}`} className="question">
      <p id={`question-${code}`}>
        <Icon name="warning" /> <b>{question}</b>
      </p>
      <ul className="readings">
        <li className="is-taken">
          <ReadingHead label={taken} confidence={confidence} />
          <Words preview={preview} />
          <span className="tag">Read so now</span>
        </li>
        {alternatives.map(({ label, reading, confidence: likely, preview: words }) => (
          <li key={label}>
            <ReadingHead label={label} confidence={likely} />
            <Words preview={words} />
            <Button
              size="small"
              disabled={busy}
              aria-label={`Read so: ${label}`}
              onClick={() => onAnswer(reading)}
            >
              Read so
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function ReadingHead({ label, confidence }: { label: string; confidence: number | undefined }) {
  return (
    <div className="reading-head">
      <b>{label}</b>
      {confidence !== undefined && <small className="s3">{likelihoodInWords(confidence)}</small>}
    </div>
  );
}

const none: readonly string[] = [];

function Words({ preview = none }: { preview: readonly string[] | undefined }) {
  return (
    <span className="words">
      {preview.map((word, i) => (
        <code key={i}>{word}</code>
      ))}
    </span>
  );
}

const likelihoodInWords = (share: number): string =>
  share < 0.01 ? 'less than 1 % likely' : `${Math.round(100 * share)} % likely`;
