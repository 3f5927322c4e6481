import type { Layers, Part } from '../database/layers.ts';

/** Arguments and groups are columns; what was written out is in `literals`. */
type OverRows = (
  layers: Layers,
  args: readonly Part[],
  groups: readonly Part[],
  literals?: readonly string[],
) => Part;

/** One aggregate over all rows, or over the rows of the same group. Arguments are columns. */
function over(
  call: string,
  layers: Layers,
  args: readonly Part[],
  groups: readonly Part[],
  order = '',
): Part {
  // Each once: beside a window whose groups repeat a column the database (1.5.6) takes the groups of
  // another window for its own.
  const names = [...new Set(groups.map(({ text }) => text))];
  const parts = names.length === 0 ? '' : `partition by ${names.join(', ')}`;
  const level = Math.max(0, ...[...args, ...groups].map((part) => part.level));
  return layers.hoist(
    {
      text: `${call} over (${[parts, order].filter((text) => text !== '').join(' ')})`,
      values: [],
      level,
    },
    undefined,
  );
}

const missing: Part = { text: 'null', values: [], level: 0 };

const simple =
  (write: (x: string) => string): OverRows =>
  (layers, [x], groups) =>
    over(write(x?.text ?? 'null'), layers, x === undefined ? [] : [x], groups);

/** Over the rows up to this one, in the order that the layers have then. */
const ordered =
  (write: (x: string, literals: readonly string[]) => string, frame = ''): OverRows =>
  (layers, [x], groups, literals = []) =>
    over(
      write(x?.text ?? 'null', literals),
      layers,
      [...(x === undefined ? [] : [x]), { ...layers.order, text: '' }],
      groups,
      `${layers.order.text}${frame}`,
    );

const min = simple((x) => `min(${x})`);
const max = simple((x) => `max(${x})`);
const mean: OverRows = simple((x) => `favg(${x})`);

/**
 * The centred sum of squares first: one pass over raw values loses digits. Equal values have no
 * spread, whatever their mean rounds to.
 */
const spreadOf: OverRows = (layers, args, groups) => {
  const centre = mean(layers, args, groups);
  const [x] = args;
  if (x === undefined) return centre;
  const [low, high] = [min(layers, args, groups), max(layers, args, groups)];
  const unit = layers.hoist(unitOf(low, high));
  const squares = layers.hoist({
    text: `pow((${x.text} - ${centre.text}) / ${unit.text}, 2)`,
    values: [],
    level: Math.max(x.level, centre.level, unit.level),
  });
  const sum = over(`fsum(${squares.text})`, layers, [squares], groups);
  const n = over(`count(${x.text})`, layers, [x], groups);
  return {
    text:
      `sqrt(if(${low.text} = ${high.text}, 0::double, ${sum.text}) / ` +
      `nullif(${n.text} - 1, 0)) * ${unit.text}`,
    values: [],
    level: Math.max(sum.level, n.level, low.level, high.level, unit.level),
  };
};

/**
 * Values less the least of them, as numbers and decimals subtract before they become doubles: what
 * all share costs no digits. Where that is beyond their type, the difference of the doubles.
 */
const distanceFromLeast: OverRows = (layers, args, groups) => {
  const [x] = args;
  if (x === undefined) return missing;
  const low = min(layers, args, groups);
  return layers.hoist({
    text: `coalesce(try(${x.text} - ${low.text})::double, ${x.text}::double - ${low.text}::double)`,
    values: [],
    level: Math.max(x.level, low.level),
  });
};

/** What does not depend on the place of the values, of their distances. */
const ofDistances =
  (of: OverRows): OverRows =>
  (layers, args, groups) =>
    of(layers, [distanceFromLeast(layers, args, groups)], groups);

/** A power of two near a range whose square a double does not hold with all its digits, else 1. */
const unitOf = (low: Part, high: Part): Part => {
  const range = `(${high.text}::double - ${low.text}::double)`;
  const exponent = `greatest(-1000, least(1000, floor(log2(${range}))))`;
  const isFar = `${range} > 0 and isfinite(${range}) and not ${range} between 1e-140 and 1e140`;
  return {
    text: `(case when ${isFar} then pow(2::double, ${exponent}) else 1::double end)`,
    values: [],
    level: Math.max(low.level, high.level),
  };
};

/** The largest value less the least. */
const rangeOf: OverRows = (layers, args, groups) => {
  const [low, high] = [min(layers, args, groups), max(layers, args, groups)];
  return {
    text: `(${high.text} - ${low.text})`,
    values: [],
    level: Math.max(low.level, high.level),
  };
};

const scaled =
  (origin: OverRows, unit: OverRows): OverRows =>
  (layers, args, groups) => {
    const [x] = args;
    const from = origin(layers, args, groups);
    const by = unit(layers, args, groups);
    return {
      text: `((${x?.text ?? 'null'} - ${from.text}) / nullif(${by.text}, 0))`,
      values: [],
      level: Math.max(x?.level ?? 0, from.level, by.level),
    };
  };

/** Functions that look at other rows, each as columns of the layers. */
export const overRows: Readonly<Record<string, OverRows>> = {
  mean,
  group_mean: mean,
  median: simple((x) => `median(${x})`),
  quantile: (layers, [x], groups, [share] = []) =>
    over(
      `quantile_cont(${x?.text ?? 'null'}, ${Number(share)})`,
      layers,
      x === undefined ? [] : [x],
      groups,
    ),
  mode: (layers, args, groups) => {
    const [x] = args;
    if (x === undefined) return missing;
    const n = over(`count(${x.text})`, layers, args, [...groups, x]);
    return over(
      `first_value(${x.text})`,
      layers,
      [x, n],
      groups,
      `order by ${n.text} desc, ${x.text} nulls last rows between unbounded preceding and unbounded following`,
    );
  },
  sd: ofDistances(spreadOf),
  sum: simple((x) => `fsum(${x})`),
  min,
  max,
  count: (layers, args, groups) => {
    const n = simple((x) => `count(${x})`)(layers, args, groups);
    return { ...n, text: `${n.text}::double` };
  },
  zscore: ofDistances(scaled(mean, spreadOf)),
  minmax: ofDistances(scaled(min, rangeOf)),
  last_present: ordered(
    (x) => `last_value(${x} ignore nulls)`,
    ' rows between unbounded preceding and current row',
  ),
  code: (layers, args, groups) => {
    const [x] = args;
    if (x === undefined) return missing;
    const place = over('dense_rank()', layers, args, groups, `order by ${x.text} nulls last`);
    return {
      text: `(case when ${x.text} is not null then ${place.text}::double end)`,
      values: [],
      level: Math.max(x.level, place.level),
    };
  },
  rank: (layers, args, groups) => {
    const [x] = args;
    if (x === undefined) return missing;
    const first = over('rank()', layers, args, groups, `order by ${x.text} nulls last`);
    const ties = over('count(*)', layers, args, [...groups, x]);
    return {
      text: `(case when ${x.text} is not null then ${first.text} + (${ties.text} - 1) / 2.0::double end)`,
      values: [],
      level: Math.max(first.level, ties.level),
    };
  },
  row_number: (layers, args, groups) => {
    const number = ordered(() => 'row_number()')(layers, args, groups);
    return { ...number, text: `${number.text}::double` };
  },
  previous: ordered((x, [distance = 1]) => `lag(${x}, ${Number(distance)})`),
  next: ordered((x, [distance = 1]) => `lead(${x}, ${Number(distance)})`),
  cumulative_sum: ordered((x) => `sum(${x})`, ' rows unbounded preceding'),
};
