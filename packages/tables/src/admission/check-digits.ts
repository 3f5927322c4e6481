/** How the last digits of a number follow from those before them. */
interface Scheme {
  /** Digits of the number, and how many of them are its check. */
  readonly digits: number;
  readonly checks: 1 | 2;
  readonly holds: (digits: readonly number[]) => boolean;
}

const sum = (digits: readonly number[], weights: readonly number[]): number =>
  weights.reduce((total, weight, i) => total + weight * (digits[i] ?? 0), 0);

/** 3 and 1 in turn from the right, as on goods and books. */
const ofGoods = (digits: readonly number[]): boolean =>
  digits.toReversed().reduce((total, digit, i) => total + digit * (i % 2 === 0 ? 1 : 3), 0) % 10 ===
  0;

/** Of Luhn, as on cards and devices. */
const ofCards = (digits: readonly number[]): boolean =>
  digits
    .toReversed()
    .reduce((total, digit, i) => total + (i % 2 === 0 ? digit : (2 * digit) % 9 || digit), 0) %
    10 ===
  0;

/** The digit behind the weighted ones is their sum modulo 11, of which 10 is 0. */
const moduloEleven =
  (...weights: readonly number[]) =>
  (digits: readonly number[]): boolean =>
    (sum(digits, weights) % 11) % 10 === digits[weights.length];

/** The same of Brazil, whose digit is what lacks to 11. */
const lacksToEleven =
  (...weights: readonly number[]) =>
  (digits: readonly number[]): boolean =>
    ((11 - (sum(digits, weights) % 11)) % 11) % 10 === digits[weights.length];

const both =
  (...tests: readonly Scheme['holds'][]): Scheme['holds'] =>
  (digits) =>
    tests.every((test) => test(digits));

const schemes: readonly Scheme[] = [
  ...[12, 13, 14].map((digits): Scheme => ({ digits, checks: 1, holds: ofGoods })),
  ...[14, 15, 16].map((digits): Scheme => ({ digits, checks: 1, holds: ofCards })),
  // Of Russia (INN), of firms and of persons, and of Poland (NIP, PESEL).
  { digits: 10, checks: 1, holds: moduloEleven(2, 4, 10, 3, 5, 9, 4, 6, 8) },
  {
    digits: 12,
    checks: 2,
    holds: both(
      moduloEleven(7, 2, 4, 10, 3, 5, 9, 4, 6, 8),
      moduloEleven(3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8),
    ),
  },
  { digits: 10, checks: 1, holds: moduloEleven(6, 5, 7, 2, 3, 4, 5, 6, 7) },
  {
    digits: 11,
    checks: 1,
    holds: (digits) => sum(digits, [1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1]) % 10 === 0,
  },
  // Of Brazil: CPF and CNPJ.
  {
    digits: 11,
    checks: 2,
    holds: both(
      lacksToEleven(10, 9, 8, 7, 6, 5, 4, 3, 2),
      lacksToEleven(11, 10, 9, 8, 7, 6, 5, 4, 3, 2),
    ),
  },
  {
    digits: 14,
    checks: 2,
    holds: both(
      lacksToEleven(5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2),
      lacksToEleven(6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2),
    ),
  },
];

/** Check digits that all have to be right: by chance they are so once in a hundred million times. */
const enough = 8;

/**
 * Whether whole numbers of one length are identifiers: the check digits of all are right, in a
 * scheme of goods, cards or taxes.
 */
export function haveCheckDigits(cells: readonly string[]): boolean {
  const different = [...new Set(cells)];
  return schemes.some(
    ({ digits, checks, holds }) =>
      checks * different.length >= enough &&
      different.every((cell) => cell.length === digits && holds(Array.from(cell, Number))),
  );
}
