import { encodingTitle, type ReadingQuestion } from '@columnist/contract';
import type { PreparedText } from './prepare-text.ts';

/** The question which encoding a text is in, where its bytes leave that open. */
export function encodingQuestions({
  readings: [taken, ...others],
}: PreparedText): ReadingQuestion[] {
  if (taken === undefined || others.length === 0) return [];
  return [
    {
      code: 'encoding',
      question: 'Which of these are the words of the file?',
      taken: encodingTitle(taken.encoding),
      confidence: taken.confidence,
      preview: [...taken.preview],
      alternatives: others.map(({ encoding, confidence, preview }) => ({
        label: encodingTitle(encoding),
        reading: { encoding },
        confidence,
        preview: [...preview],
      })),
    },
  ];
}
