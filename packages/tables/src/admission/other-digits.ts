import { literal } from '../database/sql.ts';

/** Whether a text holds digits of another script than the Latin one, as ٣ or ３. */
export const hasOtherDigits = (text: string): boolean => /(?![0-9])\p{Nd}/u.test(text);

/**
 * A number that is written one way only: no leading zero, Arabic or full-width marks, and no comma
 * or point whose meaning another column decides.
 */
const numberForm = (zeros: string, others: string): string =>
  `[-\u2212\uff0d\u061c\u200e\u200f]*(?:[${zeros}]|[${others}][${zeros}${others}]{0,37}|` +
  `[${others}][${zeros}${others}]{0,2}(?:\u066c[${zeros}${others}]{3})+)` +
  `(?:[.\u066b\uff0e][${zeros}${others}]+)?`;

interface Digits {
  /** The digits of all scripts in their order, those of one after those of the other. */
  readonly all: string;
  /** The Latin digits in the same places. */
  readonly latin: string;
  readonly form: string;
}
let known: Digits | undefined;

/** The decimal digits of the scripts that Unicode's locale data (CLDR) has. */
function digits(): Digits {
  if (known !== undefined) return known;
  const scripts = Intl.supportedValuesOf('numberingSystem')
    .map((system) =>
      Array.from({ length: 10 }, (_, n) =>
        new Intl.NumberFormat(`en-u-nu-${system}`, { useGrouping: false }).format(n),
      ),
    )
    .filter((signs) => signs.every((sign) => /^\p{Nd}$/u.test(sign)));
  known = {
    all: scripts.flat().join(''),
    latin: '0123456789'.repeat(scripts.length),
    form: numberForm(
      scripts.map(([zero]) => zero).join(''),
      scripts.flatMap(([, ...others]) => others).join(''),
    ),
  };
  return known;
}

let form: RegExp | undefined;
export function isNumberOfOtherDigits(text: string): boolean {
  form ??= new RegExp(`^${digits().form}$`, 'u');
  return form.test(text);
}

/** SQL of the number that a text says in digits of any script, in Latin ones; NULL for another. */
export function numberOfOtherDigits(text: string): string {
  const { all, latin } = digits();
  // Marks of direction and of thousands are left out; the minus is a hyphen.
  const [from, to] = [`${all}\u066b\uff0e\u2212\uff0d\u066c\u061c\u200e\u200f`, `${latin}..--`];
  return (
    `(case when regexp_full_match(${text}, ${literal(digits().form)}) ` +
    `then translate(${text}, ${literal(from)}, ${literal(to)}) end)`
  );
}
