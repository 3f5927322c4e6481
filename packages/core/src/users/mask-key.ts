/** A key as it is shown to who was not asked for the password. */
export const maskKey = (lastFour: string): string => `${'•'.repeat(28)}${lastFour}`;
