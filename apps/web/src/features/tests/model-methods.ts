import type { MethodForm, Slot } from './methods.ts';

const value: Slot = { field: 'value', label: 'Column', kind: 'number' };
const time: Slot = { field: 'time', label: 'Time', kind: 'time' };
const over = [value, 'over', time] as const;
const units = ['second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'];
const sampling: readonly Slot[] = [
  {
    field: 'every',
    label: 'One value',
    kind: 'choice',
    options: [
      { value: '', label: 'as they are' },
      ...units.map((unit) => ({ value: unit, label: `${unit === 'hour' ? 'an' : 'a'} ${unit}` })),
    ],
  },
  {
    field: 'aggregate',
    label: 'made by',
    kind: 'choice',
    options: ['mean', 'sum', 'median', 'min', 'max', 'first', 'last', 'count'].map((name) => ({
      value: name,
      label: name,
    })),
  },
  {
    field: 'gaps',
    label: 'Gaps',
    kind: 'choice',
    options: [
      { value: 'keep', label: 'left open' },
      { value: 'linear', label: 'filled by a line' },
      { value: 'previous', label: 'filled by the value before' },
      { value: 'zero', label: 'filled by 0' },
    ],
  },
];
const lags: Slot = { field: 'lags', label: 'Lags', kind: 'figure' };
const period: Slot = { field: 'period', label: 'Values in a cycle', kind: 'figure' };
const yesNo = (field: string, label: string, yes: string, no: string, first: boolean): Slot => {
  const options = [
    { value: true, label: yes },
    { value: false, label: no },
  ];
  return { field, label, kind: 'choice', options: first ? options : options.toReversed() };
};

/** What the Time series tab asks. */
export const seriesMethods: readonly MethodForm[] = [
  {
    method: 'overview',
    name: 'rolling figures',
    family: 'Look',
    sentence: ['Look at', ...over],
    details: [...sampling, { field: 'window', label: 'Values in a window', kind: 'figure' }],
  },
  {
    method: 'stl',
    name: 'seasonal decomposition (STL)',
    family: 'Parts',
    sentence: ['Split', ...over, 'into trend and season'],
    details: [
      ...sampling,
      period,
      {
        field: 'seasonal_window',
        label: 'Season',
        kind: 'choice',
        options: [
          { value: 'periodic', label: 'alike in all cycles' },
          { value: 7, label: 'moves, over 7 cycles' },
          { value: 13, label: 'moves, over 13 cycles' },
          { value: 35, label: 'moves, over 35 cycles' },
        ],
      },
      yesNo('robust', 'Outlying values', 'weigh less', 'count fully', false),
    ],
  },
  {
    method: 'ets',
    name: 'exponential smoothing (ETS)',
    family: 'Forecast',
    sentence: ['Forecast', ...over],
    details: [
      ...sampling,
      { field: 'horizon', label: 'Values ahead', kind: 'figure', first: 12 },
      period,
      {
        field: 'form',
        label: 'Form',
        kind: 'choice',
        options: [
          { value: 'auto', label: 'least AICc' },
          { value: 'ANN', label: 'level (A,N,N)' },
          { value: 'AAN', label: 'trend (A,A,N)' },
          { value: 'AAdN', label: 'damped trend (A,Ad,N)' },
          { value: 'ANA', label: 'season (A,N,A)' },
          { value: 'AAA', label: 'trend and season (A,A,A)' },
          { value: 'AAdA', label: 'damped trend and season (A,Ad,A)' },
        ],
      },
      yesNo('log', 'Swings', 'grow with the level', 'stay alike', false),
    ],
  },
  {
    method: 'mann_kendall',
    name: 'Mann–Kendall test, Sen’s slope',
    family: 'Trend',
    sentence: ['Does', ...over, 'rise or fall'],
    details: sampling,
  },
  {
    method: 'autocorrelation',
    name: 'autocorrelation',
    family: 'Dependence',
    sentence: ['Do values of', ...over, 'depend on those before'],
    details: [...sampling, lags],
  },
  {
    method: 'adf',
    name: 'augmented Dickey–Fuller test',
    family: 'Stationarity',
    sentence: ['Does', ...over, 'have a unit root'],
    details: [
      ...sampling,
      {
        field: 'deterministics',
        label: 'Around',
        kind: 'choice',
        options: [
          { value: 'constant', label: 'a level' },
          { value: 'trend', label: 'a straight line' },
          { value: 'none', label: '0' },
        ],
      },
      lags,
    ],
  },
  {
    method: 'kpss',
    name: 'KPSS test',
    family: 'Stationarity',
    sentence: ['Is', ...over, 'stationary'],
    details: [
      ...sampling,
      {
        field: 'about',
        label: 'About',
        kind: 'choice',
        options: [
          { value: 'constant', label: 'a level' },
          { value: 'trend', label: 'a straight line' },
        ],
      },
      lags,
    ],
  },
];

const columns: Slot = { field: 'columns', label: 'Columns', kind: 'numbers', most: 60 };
const scale = yesNo('scale', 'Units', 'standard deviations', 'those of the columns', true);

/** What the Structure tab asks. */
export const structureMethods: readonly MethodForm[] = [
  {
    method: 'principal_components',
    name: 'principal components',
    family: 'Columns',
    sentence: ['What do', columns, 'have in common'],
    details: [scale, { field: 'color_by', label: 'Colour by', kind: 'category', optional: true }],
  },
  {
    method: 'k_means',
    name: 'k-means clusters',
    family: 'Rows',
    sentence: ['Which rows are alike in', columns],
    details: [scale, { field: 'k', label: 'Clusters', kind: 'figure' }],
  },
  {
    method: 'little_mcar',
    name: 'Little’s test',
    family: 'Missing values',
    sentence: ['Are values of', columns, 'missing at random'],
    details: [],
  },
];
