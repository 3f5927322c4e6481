/**
 * Control characters, line separators, and marks that turn the direction of what follows: none can
 * be seen in a name.
 */
const unseen = /[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Whether all characters of a text can be seen. */
const isSeen = (text: string): boolean => text.search(unseen) === -1;

/**
 * Characters that a font draws nothing for, such as a zero-width space. Emoji and scripts such as
 * Persian need some of them between others.
 */
const undrawn = /[\p{Default_Ignorable_Code_Point}\u2800]/u;
const nothing = /^[\p{Default_Ignorable_Code_Point}\u2800\p{Cc}\p{Zl}\p{Zp}\s]+$/u;

/** Whether a text that is not empty has no character that is drawn. */
export const showsNothing = (text: string): boolean => nothing.test(text);

/** Whether a text can be a name as it is: characters that can be seen, one of them at least. */
export const isSeenLine = (text: string): boolean => isSeen(text) && !showsNothing(text);

/**
 * Whether all of a name is drawn: one by which people know what a stranger made, who could else make
 * another that looks the same.
 */
export const isDrawnLine = (text: string): boolean => isSeenLine(text) && !undrawn.test(text);

/** The text without characters that cannot be seen. */
export const withoutUnseen = (text: string): string => text.replaceAll(unseen, '');
