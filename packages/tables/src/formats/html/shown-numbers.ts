/**
 * Whether a cell shows this number, if shorter: Excel puts the whole number beside what it shows.
 * Beside a date it puts the count of days, which nobody sees.
 */
export function showsNumber(shown: string, number: string): boolean {
  // Nothing, or a column that is too narrow.
  if (/^#*$/.test(shown)) return true;
  const value = Number(number);
  const fraction = /^(-?)(?:(\d+) )?(\d+)\/(\d+)$/.exec(shown);
  if (fraction !== null) {
    const [, sign, whole = '0', above, below] = fraction;
    const is = Number(whole) + Number(above) / Number(below);
    return Math.abs((sign === '-' ? -is : is) - value) <= 0.5 / Number(below);
  }
  const found =
    /^[^\d:/]*?([-+(]?)[^\d:/]*?(\d[\d.,'’ \u00a0\u202f]*(?:e[-+]?\d+)?)[^\d:/]*$/i.exec(shown);
  if (found === null) return false;
  const [, sign = '', digits = ''] = found;
  const isNegative = sign === '-' || sign === '(' || /[-\u2212]\s*\D*\d/.test(shown);
  const percent = shown.includes('%') ? 100 : 1;
  return ['.', ','].some((point) => {
    const [mantissa = '', power = '0'] = digits.toLowerCase().split('e');
    const grouping = point === '.' ? /[,'’\s]/g : /[.'’\s]/g;
    const plain = mantissa.replace(grouping, '').replace(point, '.').replace(/\.$/, '');
    const read = Number(`${plain}e${power}`) / percent;
    const decimals = plain.split('.')[1]?.length ?? 0;
    const unit = 10 ** (Number(power) - decimals) / percent;
    return Math.abs((isNegative ? -read : read) - value) <= unit * 0.500001;
  });
}
