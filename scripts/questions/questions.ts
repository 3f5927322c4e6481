import type { View } from '@columnist/contract';

/**
 * What answers a question, beside the view: rows counted, a figure of a column, a figure of one
 * group, the number of groups, or a correlation.
 */
export type Asked =
  | { readonly kind: 'rows' }
  | {
      readonly kind: 'figure';
      readonly column: string;
      readonly figure: 'mean' | 'median' | 'sd' | 'q3';
    }
  | {
      readonly kind: 'group';
      readonly by: readonly string[];
      readonly figure: { readonly statistic: string; readonly of: string | null };
      readonly key: readonly string[];
      readonly having?: string;
    }
  | { readonly kind: 'groups'; readonly by: readonly string[]; readonly having: string }
  | { readonly kind: 'correlation'; readonly x: string; readonly y: string };

export interface Question {
  readonly question: string;
  readonly data: string;
  readonly view: View;
  readonly asked: Asked;
  /** The answer in R; `d` is the file as read.csv reads it. */
  readonly r: string;
}

const penguins = 'penguins.csv';
const weather = 'nycflights13_weather.csv';
const planes = 'nycflights13_planes.csv';
const gapminder = 'gapminder.tsv';

/** Twenty questions in plain words, each with the view that answers it. */
export const questions: readonly Question[] = [
  {
    question: 'How many Gentoo penguins weigh more than 5 kg?',
    data: penguins,
    view: { filter: "species = 'Gentoo' and body_mass_g > 5000" },
    asked: { kind: 'rows' },
    r: "sum(d$species == 'Gentoo' & d$body_mass_g > 5000, na.rm = TRUE)",
  },
  {
    question: 'What do females on Biscoe weigh on average?',
    data: penguins,
    view: { filter: "sex = 'female' and island = 'Biscoe'" },
    asked: { kind: 'figure', column: 'body_mass_g', figure: 'mean' },
    r: "mean(d$body_mass_g[which(d$sex == 'female' & d$island == 'Biscoe')])",
  },
  {
    question: 'What is the median ratio of bill length to depth of Chinstraps?',
    data: penguins,
    view: { derive: [{ name: 'ratio', expression: 'bill_length_mm / bill_depth_mm' }] },
    asked: {
      kind: 'group',
      by: ['species'],
      figure: { statistic: 'median', of: 'ratio' },
      key: ['Chinstrap'],
    },
    r: "with(d[d$species == 'Chinstrap', ], median(bill_length_mm / bill_depth_mm, na.rm = TRUE))",
  },
  {
    question: "How many penguins are of unknown sex, if a missing sex is called 'unknown'?",
    data: penguins,
    view: {
      impute: [{ columns: ['sex'], method: 'constant', value: 'unknown' }],
      filter: "sex = 'unknown'",
    },
    asked: { kind: 'rows' },
    r: 'sum(is.na(d$sex))',
  },
  {
    question: 'What is the standard deviation of body mass measured within species?',
    data: penguins,
    view: { derive: [{ name: 'z', expression: 'zscore(body_mass_g, by: species)' }] },
    asked: { kind: 'figure', column: 'z', figure: 'sd' },
    r:
      'sd(ave(d$body_mass_g, d$species, FUN = function(v) (v - mean(v, na.rm = TRUE)) / ' +
      'sd(v, na.rm = TRUE)), na.rm = TRUE)',
  },
  {
    question: 'How many penguins have nothing missing?',
    data: penguins,
    view: { drop_missing: true },
    asked: { kind: 'rows' },
    r: 'sum(complete.cases(d))',
  },
  {
    question: 'How do bill length and depth go together among Gentoos?',
    data: penguins,
    view: { filter: "species = 'Gentoo'" },
    asked: { kind: 'correlation', x: 'bill_length_mm', y: 'bill_depth_mm' },
    r: "with(d[d$species == 'Gentoo', ], cor(bill_length_mm, bill_depth_mm, use = 'complete.obs'))",
  },
  {
    question: 'What does the middle one of the Adelie males on Dream weigh?',
    data: penguins,
    view: { filter: "sex = 'male'" },
    asked: {
      kind: 'group',
      by: ['species', 'island'],
      figure: { statistic: 'median', of: 'body_mass_g' },
      key: ['Adelie', 'Dream'],
    },
    r: "median(d$body_mass_g[which(d$sex == 'male' & d$species == 'Adelie' & d$island == 'Dream')])",
  },
  {
    question: 'How warm was it on average at JFK in July?',
    data: weather,
    view: { filter: "origin = 'JFK' and month = 7" },
    asked: { kind: 'figure', column: 'temp', figure: 'mean' },
    r: "mean(d$temp[which(d$origin == 'JFK' & d$month == 7)], na.rm = TRUE)",
  },
  {
    question: 'Which wind speed is exceeded a quarter of the time at LGA?',
    data: weather,
    view: {},
    asked: {
      kind: 'group',
      by: ['origin'],
      figure: { statistic: 'q3', of: 'wind_speed' },
      key: ['LGA'],
    },
    r: "quantile(d$wind_speed[d$origin == 'LGA'], 0.75, na.rm = TRUE, names = FALSE)",
  },
  {
    question: 'In how many hours did it rain at EWR?',
    data: weather,
    view: { filter: 'precip > 0' },
    asked: {
      kind: 'group',
      by: ['origin'],
      figure: { statistic: 'count', of: null },
      key: ['EWR'],
    },
    r: "sum(d$precip > 0 & d$origin == 'EWR', na.rm = TRUE)",
  },
  {
    question: 'How warm was July at EWR in degrees Celsius?',
    data: weather,
    view: {
      derive: [{ name: 'celsius', expression: '(temp - 32) * 5 / 9' }],
      filter: "origin = 'EWR'",
    },
    asked: {
      kind: 'group',
      by: ['month'],
      figure: { statistic: 'mean', of: 'celsius' },
      key: ['7'],
    },
    r: "mean((d$temp[which(d$origin == 'EWR' & d$month == 7)] - 32) * 5 / 9, na.rm = TRUE)",
  },
  {
    question: 'In how many hours of January is the gust missing?',
    data: weather,
    view: { filter: 'wind_gust is missing and month = 1' },
    asked: { kind: 'rows' },
    r: 'sum(is.na(d$wind_gust) & d$month == 1)',
  },
  {
    question: 'How far is the dew point below the temperature before six in the morning?',
    data: weather,
    view: { derive: [{ name: 'gap', expression: 'temp - dewp' }], filter: 'hour < 6' },
    asked: { kind: 'figure', column: 'gap', figure: 'mean' },
    r: 'with(d[d$hour < 6, ], mean(temp - dewp, na.rm = TRUE))',
  },
  {
    question: 'How many seats has the middle one of the Boeings built since 2000?',
    data: planes,
    view: { filter: "manufacturer = 'BOEING' and year >= 2000" },
    asked: { kind: 'figure', column: 'seats', figure: 'median' },
    r: "median(d$seats[which(d$manufacturer == 'BOEING' & d$year >= 2000)])",
  },
  {
    question: 'How many manufacturers built at least a hundred of the planes?',
    data: planes,
    view: {},
    asked: { kind: 'groups', by: ['manufacturer'], having: 'count >= 100' },
    r: 'sum(table(d$manufacturer) >= 100)',
  },
  {
    question: 'Which share of the planes of Airbus Industrie has two engines?',
    data: planes,
    view: { derive: [{ name: 'twin', expression: 'engines = 2' }] },
    asked: {
      kind: 'group',
      by: ['manufacturer'],
      figure: { statistic: 'true_share', of: 'twin' },
      key: ['AIRBUS INDUSTRIE'],
    },
    r: "mean(d$engines[d$manufacturer == 'AIRBUS INDUSTRIE'] == 2)",
  },
  {
    question: 'How long did people live in Africa in 2007, averaged over countries?',
    data: gapminder,
    view: { filter: "continent = 'Africa' and year = 2007" },
    asked: { kind: 'figure', column: 'lifeExp', figure: 'mean' },
    r: "mean(d$lifeExp[d$continent == 'Africa' & d$year == 2007])",
  },
  {
    question: 'What was the product of all of Asia in 2007?',
    data: gapminder,
    view: { derive: [{ name: 'gdp', expression: 'pop * gdpPercap' }], filter: 'year = 2007' },
    asked: {
      kind: 'group',
      by: ['continent'],
      figure: { statistic: 'sum', of: 'gdp' },
      key: ['Asia'],
    },
    r: "with(d[d$continent == 'Asia' & d$year == 2007, ], sum(as.numeric(pop) * gdpPercap))",
  },
  {
    question: 'How widely do the y of the dinosaur spread, once outliers are clipped?',
    data: 'datasaurus_dozen.tsv',
    view: {
      clean: [{ step: 'clip_outliers', columns: ['y'], rule: 'tukey' }],
      filter: "dataset = 'dino'",
    },
    asked: { kind: 'figure', column: 'y', figure: 'sd' },
    r:
      '{ q <- quantile(d$y, c(0.25, 0.75)); f <- c(q[1] - 1.5 * diff(q), q[2] + 1.5 * ' +
      "diff(q)); sd(pmin(pmax(d$y, f[1]), f[2])[d$dataset == 'dino']) }",
  },
];
