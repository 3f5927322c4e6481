/**
 * A text as R and Python both write it. What cannot be seen is written as its number: marks that turn
 * the direction of writing would show a reader other code than what runs (Unicode TR 36, “Trojan
 * Source”), and R does not take them.
 */
export const quotedText = (value: string): string =>
  JSON.stringify(value).replaceAll(/(?! )[\p{C}\p{Z}]/gu, (sign) => {
    const number = (sign.codePointAt(0) ?? 0).toString(16);
    return sign.length === 1 ? `\\u${number.padStart(4, '0')}` : `\\U${number.padStart(8, '0')}`;
  });
