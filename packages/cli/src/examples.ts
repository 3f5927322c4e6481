import { textOf } from './values.ts';
import { fieldsOfVerb, type Verb } from './verbs.ts';

/**
 * Commands that are printed as they may be typed, about penguins.csv of the quick start. A test
 * runs each of them.
 */
const examples: Readonly<Record<string, readonly string[]>> = {
  list: ['list --q penguins'],
  show: ['show @penguins.csv'],
  rows: [
    'rows penguins.csv species body_mass_g --where "body_mass_g > 4000" --sort body_mass_g:desc',
  ],
  describe: [
    'describe penguins.csv body_mass_g flipper_length_mm',
    'describe penguins.csv body_mass_g --quantiles 0.1 --quantiles 0.9 --format json',
  ],
  frequencies: ['frequencies penguins.csv species --order count'],
  duplicates: ['duplicates penguins.csv species island --method exact'],
  aggregate: [
    'aggregate penguins.csv --by species --stat mean:body_mass_g --stat count',
    'aggregate penguins.csv --by species --by sex --stat quantile:body_mass_g:0.9 --across sex',
  ],
  sql: ['sql \'select species, avg(body_mass_g) from "penguins.csv" group by species\''],
  combine: [
    'combine --kind join --left penguins.csv --right islands.csv --keys island',
    'combine --kind append --sources penguins.csv --sources penguins.csv --source-column origin',
  ],
  lineage: ['lineage @penguins.csv'],
  test: [
    'test penguins.csv welch_t --value body_mass_g --group sex',
    'test penguins.csv pearson body_mass_g flipper_length_mm',
  ],
  regress: [
    "regress penguins.csv 'body_mass_g ~ flipper_length_mm + species'",
    "regress penguins.csv 'sex ~ body_mass_g' --method logistic",
  ],
  series: ['series visits.csv overview --value visits --time day --every week'],
  structure: ['structure penguins.csv k_means body_mass_g flipper_length_mm --k 3'],
  recommend: ['recommend penguins.csv --value body_mass_g --by species'],
  power: ['power two_sample_t --effect 0.5 --power 0.8'],
  explain: ['explain --method welch_t'],
  chart: ['chart penguins.csv flipper_length_mm body_mass_g --output flipper.png'],
  overview: ['overview penguins.csv'],
  code: ['code penguins.csv --where "body_mass_g > 4000"'],
  alerts: ['alerts penguins.csv --thresholds \'{"missing":0.1}\''],
  convert: [
    'convert penguins.csv penguins.parquet',
    'convert penguins.csv heavy.csv --where "body_mass_g > 4000"',
  ],
  check: [
    'check penguins.csv --write expectations.json',
    'check penguins.csv expectations.json',
    'check --schema',
  ],
  upload: ['upload penguins.csv', 'upload orders.xlsx --sheet Orders'],
  completions: ['completions bash'],
  man: ['man'],
  help: ['help describe'],
};

/** Commands with this verb, as they are typed. */
export const examplesOf = (verb: string): readonly string[] =>
  (examples[verb] ?? []).map((command) => `columnist ${command}`);

/** What a method needs, as a command about a table that has its columns. */
export function exampleOfMethod(verb: Verb, method: string): string {
  const example = verb.methods.find((known) => known.method === method)?.example ?? {};
  const fields = fieldsOfVerb(verb, method);
  const operands = verb.operands.map((name) =>
    name === 'method' ? method : quoted(textOf(example[name])),
  );
  const options = fields
    .filter(({ name }) => !verb.operands.includes(name) && name !== 'method')
    .flatMap(({ name, option, kind }) => {
      const value = example[name];
      if (value === undefined) return [];
      if (kind === 'flag') return [value === true ? `--${option}` : `--no-${option}`];
      return (Array.isArray(value) ? value : [value]).map(
        (one: unknown) => `--${option} ${quoted(textOf(one))}`,
      );
    });
  return [
    'columnist',
    verb.name,
    ...(verb.takes === 'dataset' ? ['data.csv'] : []),
    ...operands,
    ...(verb.operands.includes('method') || method === verb.methods[0]?.method
      ? []
      : [`--method ${method}`]),
    ...options,
  ].join(' ');
}

/** As a shell reads it. */
const quoted = (text: string): string => (/^[\w.,:/=@+-]+$/.test(text) ? text : `'${text}'`);
