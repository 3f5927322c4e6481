import { decoderOf } from './decoders.ts';
import { certain, judgeEncoding } from './judge-encoding.ts';
import { sampleFile, type ByteSample } from './sample-bytes.ts';

/** One way to read the bytes. */
export interface EncodingReading {
  readonly encoding: string;
  /** 0 to 1. */
  readonly confidence: number;
  /** Some cells in which the readings differ. */
  readonly preview: readonly string[];
}

interface RecognisedEncoding {
  /** 'mixed' is UTF-8 with bytes of Windows-1252 in between. */
  readonly encoding: string;
  readonly confidence: number;
  /** With the one that is taken; none where there is no doubt. */
  readonly readings: readonly EncodingReading[];
}

const [shownCells, shownLength] = [6, 60];

/** The encoding of a text that is not UTF-8, by the cells that are not ASCII. */
export async function recogniseEncoding(path: string): Promise<RecognisedEncoding> {
  const sample = await sampleFile(path);
  if (sample.whole > 2 * sample.broken && !sample.escapes)
    return { encoding: 'mixed', confidence: 1, readings: [] };
  const { encoding, confidence, alternatives } = await judgeEncoding(sample);
  const isCertain = confidence >= certain || alternatives.length === 0;
  return {
    encoding,
    confidence,
    readings: isCertain ? [] : withPreviews([{ encoding, confidence }, ...alternatives], sample),
  };
}

function withPreviews(
  readings: readonly Omit<EncodingReading, 'preview'>[],
  { pieces }: ByteSample,
): EncodingReading[] {
  const texts = readings.map(({ encoding }) => {
    const decoder = decoderOf(encoding, false);
    return pieces.map((piece) => decoder.decode(piece).trim().slice(0, shownLength));
  });
  const different = pieces
    .map((_, i) => i)
    .filter((i) => new Set(texts.map((row) => row[i])).size > 1)
    .slice(0, shownCells);
  return readings.map((reading, at) => ({
    ...reading,
    preview: different.map((i) => texts[at]?.[i] ?? ''),
  }));
}
