/** A unit of measurement, by the endings that columns have. */
interface Unit {
  readonly said: string;
  readonly written: readonly string[];
  /** How much of the smallest unit of its quantity it is. */
  readonly size: number;
}

/** Two units of one quantity that people mix. */
export interface UnitPair {
  readonly small: Unit;
  readonly large: Unit;
  readonly factor: number;
}

/** What the name of a column says of its unit. */
export interface NamedUnits {
  readonly quantity: string;
  /** The pairs that its unit is in; without a unit all pairs of the quantity. */
  readonly pairs: readonly UnitPair[];
  /** The unit in the name; null where it says the quantity alone. */
  readonly own: Unit | null;
}

const unit = (said: string, size: number, written: string): Unit => ({
  said,
  size,
  written: written.split(' '),
});

interface Quantity {
  readonly quantity: string;
  readonly words: string;
  readonly units: Readonly<Record<string, Unit>>;
  /** The pairs of its units that people mix. */
  readonly mixed: string;
}

/** What laboratories give by the amount of substance or by the mass. */
const analyte = (words: string, milligrams: number, own: 'mmol' | 'umol'): Quantity => ({
  quantity: words,
  words,
  units:
    own === 'mmol'
      ? {
          mg: unit('milligrams per decilitre', 1, 'mgdl mg_dl'),
          mol: unit('millimoles per litre', milligrams, 'mmoll mmol_l mmol'),
        }
      : {
          mol: unit('micromoles per litre', 1, 'umoll umol_l umol µmoll µmol_l'),
          mg: unit('milligrams per decilitre', milligrams, 'mgdl mg_dl'),
        },
  mixed: own === 'mmol' ? 'mg-mol' : 'mol-mg',
});
const analytes = [
  ['glucose blutzucker glukose', 18.016, 'mmol'],
  ['cholesterol cholesterin ldl hdl', 38.67, 'mmol'],
  ['triglycerides triglyceride triglyzeride', 88.57, 'mmol'],
  ['urea harnstoff', 6.006, 'mmol'],
  ['calcium', 4.008, 'mmol'],
  ['creatinine kreatinin', 88.42, 'umol'],
  ['bilirubin', 17.1, 'umol'],
] as const;

/** Quantities with the words that name them and their units. */
const described: readonly Quantity[] = [
  {
    quantity: 'temperature',
    words: 'temp temperature temperatur celsius fahrenheit fever',
    units: {
      c: unit('degrees Celsius', 1, 'c degc celsius'),
      f: unit('degrees Fahrenheit', 1, 'f degf fahrenheit'),
    },
    // These two have no factor.
    mixed: '',
  },
  {
    quantity: 'length',
    words:
      'height length width depth distance diameter radius thickness altitude elevation rainfall precipitation stature waist circumference wingspan größe groesse länge laenge breite höhe hoehe strecke',
    units: {
      mm: unit('millimetres', 1, 'mm millimetres millimeters'),
      cm: unit('centimetres', 10, 'cm centimetres centimeters'),
      inch: unit('inches', 25.4, 'in inch inches'),
      foot: unit('feet', 304.8, 'ft feet'),
      metre: unit('metres', 1000, 'm metres meters'),
      km: unit('kilometres', 1e6, 'km kilometres kilometers'),
      mile: unit('miles', 1_609_344, 'mi miles'),
    },
    mixed: 'cm-inch mm-cm cm-metre km-mile foot-metre mm-inch metre-km inch-foot mm-metre',
  },
  {
    quantity: 'mass',
    words: 'weight mass gewicht masse',
    units: {
      mg: unit('milligrams', 1, 'mg milligrams'),
      g: unit('grams', 1e3, 'g grams'),
      oz: unit('ounces', 28_349.523, 'oz ounces'),
      lb: unit('pounds', 453_592.37, 'lb lbs pounds'),
      kg: unit('kilograms', 1e6, 'kg kilograms'),
      t: unit('tonnes', 1e9, 't tonnes'),
    },
    mixed: 'lb-kg g-kg g-oz mg-g oz-lb kg-t',
  },
  {
    quantity: 'time',
    words: 'time duration latency age tenure delay elapsed runtime dauer alter zeit',
    units: {
      ms: unit('milliseconds', 1, 'ms msec milliseconds'),
      s: unit('seconds', 1e3, 's sec secs seconds'),
      min: unit('minutes', 6e4, 'min mins minutes'),
      h: unit('hours', 3.6e6, 'h hr hrs hours'),
      day: unit('days', 8.64e7, 'd days'),
      week: unit('weeks', 6.048e8, 'weeks'),
      month: unit('months', 2_629_746_000, 'months'),
      year: unit('years', 31_556_952_000, 'y yr yrs years'),
    },
    mixed: 'ms-s s-min min-h h-day day-week month-year',
  },
  {
    quantity: 'money',
    words:
      'price cost costs amount salary wage revenue fee income budget turnover payment spend preis betrag kosten gehalt umsatz',
    units: {
      cent: unit('cents', 1, 'ct cent cents'),
      euro: unit('whole units of the currency', 100, 'eur euro euros usd dollars gbp chf'),
    },
    mixed: 'cent-euro',
  },
  {
    quantity: 'share',
    words: 'proportion fraction quote anteil humidity',
    units: {
      percent: unit('percent', 1, 'pct percent percentage prozent'),
      one: unit('shares of 1', 100, 'share ratio'),
    },
    mixed: 'percent-one',
  },
  {
    quantity: 'volume',
    words: 'volume capacity volumen',
    units: { ml: unit('millilitres', 1, 'ml'), l: unit('litres', 1e3, 'l litres liters') },
    mixed: 'ml-l',
  },
  {
    quantity: 'area',
    words: 'area surface fläche flaeche wohnfläche superficie',
    units: {
      sqft: unit('square feet', 1, 'sqft ft2 sq_ft'),
      sqm: unit('square metres', 10.7639, 'sqm m2 sq_m qm'),
    },
    mixed: 'sqft-sqm',
  },
  {
    quantity: 'pressure',
    words: 'pressure druck systolic diastolic',
    units: {
      pa: unit('pascals', 1, 'pa'),
      hpa: unit('hectopascals', 100, 'hpa mbar'),
      mmhg: unit('millimetres of mercury', 133.322, 'mmhg'),
      kpa: unit('kilopascals', 1e3, 'kpa'),
      psi: unit('pounds per square inch', 6894.757, 'psi'),
      bar: unit('bars', 1e5, 'bar'),
    },
    mixed: 'pa-hpa hpa-kpa mmhg-kpa psi-bar',
  },
  ...analytes.map(([words, factor, own]) => analyte(words, factor, own)),
  {
    quantity: 'energy',
    words: 'power energy',
    units: {
      w: unit('watts', 1, 'w wh'),
      kw: unit('kilowatts', 1e3, 'kw kwh'),
      mw: unit('megawatts', 1e6, 'mw mwh'),
    },
    mixed: 'w-kw kw-mw',
  },
  // Its `ms` is of time where no word says speed, and so it comes after time.
  {
    quantity: 'speed',
    words: 'speed velocity wind gust geschwindigkeit',
    units: {
      kmh: unit('kilometres per hour', 1, 'kmh kph'),
      mph: unit('miles per hour', 1.609344, 'mph'),
      kn: unit('knots', 1.852, 'kn kt knots'),
      ms: unit('metres per second', 3.6, 'ms mps'),
    },
    mixed: 'kmh-mph kmh-kn kmh-ms mph-ms kn-ms',
  },
];

const quantities = described.map(({ quantity, words, units, mixed }) => {
  const known = new Map<string, Unit>(Object.entries(units));
  return {
    quantity,
    words: new Set(words.split(' ')),
    units: [...known.values()],
    pairs: mixed.split(' ').flatMap((pair): UnitPair[] => {
      const [small, large] = pair.split('-').map((key) => known.get(key));
      return small === undefined || large === undefined
        ? []
        : [{ small, large, factor: Number((large.size / small.size).toPrecision(7)) }];
    }),
  };
});

/** Endings that also mean something else, such as `price_min`: a word of another quantity outdoes them. */
const ambiguous = new Set('c f m g t s h d y l w in min ms mi ft share ratio bar'.split(' '));

/** The quantity that the name of a column is of, and its unit: the last that the name has of each. */
export function unitsOf(name: string): NamedUnits | null {
  const parts = name
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1_$2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part !== '');
  const last = parts.at(-1) ?? '';
  const worded = parts
    .map((part) => quantities.find(({ words }) => words.has(part)))
    .findLast((found) => found !== undefined);
  const both = `${parts.at(-2) ?? ''}_${last}`;
  const inWord = worded?.units.find(
    ({ written }) => written.includes(last) || written.includes(both),
  );
  if (worded !== undefined && inWord !== undefined) return named(worded, inWord);
  const measured =
    last === 'in' || (worded !== undefined && ambiguous.has(last))
      ? undefined
      : quantities.find(({ units }) => units.some(({ written }) => written.includes(last)));
  const own = measured?.units.find(({ written }) => written.includes(last));
  if (measured !== undefined && own !== undefined && (parts.length > 1 || !ambiguous.has(last)))
    return named(measured, own);
  return worded === undefined ? null : named(worded, null);
}

const named = ({ quantity, pairs }: (typeof quantities)[number], own: Unit | null): NamedUnits => ({
  quantity,
  own,
  pairs: own === null ? pairs : pairs.filter(({ small, large }) => small === own || large === own),
});
