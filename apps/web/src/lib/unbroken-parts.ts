/** A figure with its sign of comparison (n = 151, t(329.29) = −6.67, p < .001), and an interval. */
const figure =
  /((?<![\p{L}\p{N}_.])[\p{L}\p{N}²’]{1,10}(?:\([^()]{1,14}\))? [=<>≤≥] [−\p{N}.,]*\p{N}%?|\[[−\p{N}.,% ]{3,32}\])/u;

/**
 * The parts of a sentence; those at odd places are figures, which are not to be broken over two
 * lines.
 */
export const unbrokenParts = (sentence: string): readonly string[] => sentence.split(figure);
