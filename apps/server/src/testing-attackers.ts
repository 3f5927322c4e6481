/** What an attacker knows of a column: its sum over some people, by their places. */
export interface KnownSum {
  readonly of: readonly number[];
  readonly sum: number;
}

/**
 * People whose value follows from sums of values that are 0 or more, and at most 1 where `isTruth`
 * says so. A sum of 0, or of as many as there are people, fixes all of them: for 5 and more that is
 * a figure of people who are alike, and what follows from it for fewer is counted.
 */
export function deduced(
  sums: readonly KnownSum[],
  { people, isTruth }: { readonly people: number; readonly isTruth: boolean },
): Map<number, number> {
  const values = new Map<number, number>();
  const found = new Map<number, number>();
  for (let size = -1; size < values.size;) {
    size = values.size;
    const left = sums.map(({ of, sum }) => ({
      of: of.filter((one) => !values.has(one)),
      sum: of.reduce((rest, one) => rest - (values.get(one) ?? 0), sum),
    }));
    for (const { of, sum } of left) {
      const value =
        Math.abs(sum) < 1e-6 ? 0 : isTruth && Math.abs(sum - of.length) < 1e-6 ? 1 : null;
      if (value === null) continue;
      for (const one of of) {
        if (!values.has(one) && of.length < 5) found.set(one, value);
        values.set(one, value);
      }
    }
    for (const [one, value] of alone(left, people)) {
      if (!values.has(one)) found.set(one, value);
      values.set(one, value);
    }
  }
  return found;
}

/** People of whom elimination leaves one alone. */
function alone(sums: readonly KnownSum[], people: number): [number, number][] {
  const rows = sums.map(({ of, sum }) => {
    const row = new Float64Array(people + 1);
    for (const one of of) row[one] = 1;
    row[people] = sum;
    return row;
  });
  let rank = 0;
  for (let at = 0; at < people; at++) {
    const best = rows.findIndex((row, i) => i >= rank && Math.abs(row[at] ?? 0) > 1e-7);
    const [pivot, other] = [rows[best], rows[rank]];
    if (pivot === undefined || other === undefined) continue;
    [rows[best], rows[rank]] = [other, pivot];
    const first = pivot[at] ?? 1;
    for (let i = 0; i <= people; i++) pivot[i] = (pivot[i] ?? 0) / first;
    for (const row of rows) {
      const factor = row === pivot ? 0 : (row[at] ?? 0);
      if (factor !== 0)
        for (let i = 0; i <= people; i++) row[i] = (row[i] ?? 0) - factor * (pivot[i] ?? 0);
    }
    rank += 1;
  }
  return rows.flatMap((row): [number, number][] => {
    const [one, ...more] = [...row.subarray(0, people).keys()].filter(
      (i) => Math.abs(row[i] ?? 0) > 1e-6,
    );
    return one === undefined || more.length > 0 ? [] : [[one, row[people] ?? NaN]];
  });
}

/**
 * The smallest whole number at which an answer is another one than at `low`, between it and `high`:
 * what a search by halves finds where the answer changes once; null where it does not change.
 */
export async function searched(
  low: number,
  high: number,
  answerAt: (limit: number) => Promise<string>,
): Promise<number | null> {
  const first = await answerAt(low);
  if ((await answerAt(high)) === first) return null;
  let [below, above] = [low, high];
  while (above - below > 1) {
    const middle = Math.floor((below + above) / 2);
    if ((await answerAt(middle)) === first) below = middle;
    else above = middle;
  }
  return above;
}
