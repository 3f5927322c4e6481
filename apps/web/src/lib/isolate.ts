const letter = String.raw`[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]`;
/** Words that are written from right to left, with what is between them, up to another script. */
const run = new RegExp(String.raw`${letter}(?:[^\p{L}\u2066-\u2069]*${letter})*`, 'gu');

/**
 * A sentence in which names written from right to left keep to themselves: without it a comma or a
 * figure behind such a name is drawn in front of it (Unicode Standard Annex 9). Each run of them is
 * put between U+2068 and U+2069; a sentence without them is returned as it is.
 */
export const isolated = (sentence: string): string =>
  sentence.replaceAll(run, (words) => `\u2068${words}\u2069`);
