const regions = ['North', 'South', 'East', 'West'] as const;
const products = ['Notebook', 'Lamp', 'Desk', 'Chair', 'Shelf'] as const;
const prices: Readonly<Record<string, number>> = {
  Notebook: 4.5,
  Lamp: 39,
  Desk: 249,
  Chair: 119,
  Shelf: 89,
};
const orders = 600;

/** Numbers from 0 to 1 that are the same each time: Park and Miller's generator. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/**
 * Orders of a shop that never was: made to show types, missing values, alerts, groups that differ
 * and columns that go together.
 */
export function demoFile(): File {
  const next = numbers(2026);
  const pick = <One>(list: readonly One[], fallback: One): One =>
    list[Math.floor(next() * list.length)] ?? fallback;
  const lines = Array.from({ length: orders }, (_, i) => {
    const region = pick(regions, 'North');
    const product = pick(products, 'Desk');
    const day = new Date(Date.UTC(2026, 0, 1 + Math.floor(next() * 270)))
      .toISOString()
      .slice(0, 10);
    const quantity = 1 + Math.floor(next() ** 3 * 12);
    const discount = next() < 0.7 ? 0 : Math.round(next() * 30) / 100;
    const total = ((prices[product] ?? 50) * quantity * (1 - discount)).toFixed(2);
    const days = Math.round(2 + (region === 'West' ? 3 : 0) + next() * 5 + next() ** 8 * 40);
    const rating =
      next() < 0.12
        ? ''
        : Math.max(1, Math.min(5, Math.round(5.4 - days / 5 + (next() - 0.5) * 2)));
    const channel = pick(['web', 'web', 'Web', 'shop', 'phone'], 'web');
    return [
      `A-${10_001 + i}`,
      day,
      region,
      product,
      quantity,
      discount,
      total,
      days,
      rating,
      channel,
      next() < 0.04,
    ].join(',');
  });
  return new File(
    [
      `order_id,day,region,product,quantity,discount,total,delivery_days,rating,channel,returned\n${lines.join('\n')}\n`,
    ],
    'demo-orders.csv',
    { type: 'text/csv' },
  );
}
