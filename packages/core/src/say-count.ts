/** A number with what it counts, in the singular of one: “1 minute”, “2 minutes”. */
export const sayCount = (n: number, one: string): string => `${n} ${one}${n === 1 ? '' : 's'}`;
