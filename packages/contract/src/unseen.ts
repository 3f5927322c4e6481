/**
 * Control characters, line separators, and marks that turn the direction of what follows: none can
 * be seen in a name.
 */
const unseen = /[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Whether all characters of a text can be seen. */
export const isSeen = (text: string): boolean => text.search(unseen) === -1;

/** The text without characters that cannot be seen. */
export const withoutUnseen = (text: string): string => text.replaceAll(unseen, '');
