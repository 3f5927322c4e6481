/**
 * What people write who come from pandas, R, Excel or SQL, and what the same is called here: names
 * of functions, statistics, methods and fields. Words in lower case, without marks between their
 * parts.
 */
const names: Readonly<Record<string, string>> = {
  // Functions of expressions.
  previous: 'lag shift prev offset',
  next: 'lead following',
  length: 'len nchar strlen charlength characterlength strlength',
  if: 'ifelse iif iff where npwhere',
  case: 'casewhen when cases switch ifs select npselect',
  coalesce: 'ifnull nvl fillna replacena ifna',
  mean: 'avg average averageif',
  sd: 'std stdev stddev stdevs stddevsamp standarddeviation',
  quantile: 'percentile percentilecont percentileinc quantilecont',
  log: 'ln logn log1p',
  substr: 'substring mid left right slice strslice',
  part: 'split splitpart strsplit stringsplit separate textbefore',
  part_from: 'splitrest textafter',
  contains: 'like ilike strdetect grepl instr search find includes charindex',
  starts_with: 'startswith strstarts prefix',
  ends_with: 'endswith strends suffix',
  upper: 'toupper ucase uppercase',
  lower: 'tolower lcase lowercase',
  trim: 'strip strtrim ltrim rtrim trimws',
  concat: 'paste paste0 strc concatenate join textjoin',
  replace: 'gsub sub strreplace strreplaceall substitute translate',
  matches:
    'regexpmatches regexpmatch regexmatch regexmatches regexplike rlike regexp regex fullmatch research',
  extract: 'regexpextract regexextract regexpsubstr strextract strmatch findall regexpfind',
  replace_matches: 'regexpreplace regexreplace replaceregex resub replacepattern',
  to_number: 'asnumber asnumeric numeric parsenumber float int integer double cast trycast value',
  to_date: 'asdate parsedate strptime strtodate datevalue todatetime',
  to_datetime: 'totimestamp parsedatetime asposixct timestamp astimestamp',
  to_time: 'astime ashms parsetime timevalue strtotime',
  to_text: 'astext ascharacter tostring str string tochar varchar text astype',
  local_time: 'withtz tzconvert timezone attimezone converttimezone converttz fromutctimestamp',
  weekday: 'dow dayofweek wday isodow',
  week: 'isoweek weekofyear weeknum',
  isoyear: 'weekyear yearofweek yearweek',
  days_between: 'datediff difftime datedif days',
  seconds_between:
    'epoch totalseconds timediff timestampdiff hoursbetween minutesbetween secondsdiff',
  ceil: 'ceiling roundup',
  floor: 'trunc truncate rounddown',
  least: 'pmin',
  greatest: 'pmax',
  cumulative_sum: 'cumsum runningtotal runningsum',
  last_present: 'ffill fillforward locf fillforwards nalocf pad',
  bin: 'cut pdcut widthbucket interval bucket',
  zscore: 'standardize standardise scale standardscaler normalize normalise',
  minmax: 'minmaxscaler rescale normalize normalise',
  rank: 'denserank minrank rankavg',
  row_number: 'rownum rowid cumcount seqalong rowindex topn',
  code: 'factor factorize encode labelencoder',
  mode: 'mostfrequent mostcommon mode0',
  sum: 'total sumif add',
  // Steps.
  recode: 'replace replacevalues map mapvalues',
  drop_duplicates: 'dedupe dedup distinct unique',
  encode: 'onehot onehotencode getdummies dummies',
  clip_outliers: 'winsorize winsorise clip',
  drop_outliers: 'removeoutliers filteroutliers',
  split_column: 'split separate',
  rename_columns: 'rename',
  // Statistics.
  count: 'size nrow nrows rows countif',
  n: 'countna counta notnull valid nobs nobs1 samplesize size',
  distinct: 'nunique countdistinct ndistinct unique uniquecount',
  missing: 'null none na nan nil nullcount isnull isna nmissing',
  missing_share: 'pctmissing percentmissing missingpercent missingrate nullrate',
  share: 'prop proportion proptable pct percent percentage frequency ratio',
  variance: 'var vars varsamp',
  standard_error: 'sem se stderr',
  skewness: 'skew',
  kurtosis: 'kurt',
  range: 'ptp spread extent',
  min: 'minimum smallest',
  max: 'maximum largest',
  correlation: 'corr cor pearsonr correl',
  covariance: 'cov covar covarsamp',
  geometric_mean: 'gmean geomean',
  harmonic_mean: 'hmean harmean',
  trimmed_mean: 'trimmean trimmed',
  mad: 'mediandeviation medianabsolutedeviation',
  true_share: 'rate meanbool',
  true_count: 'sumbool counttrue',
  // Methods.
  welch_t: 'ttest ttestind welch t indttest',
  student_t: 'ttest pooledt equalvart',
  paired_t: 'ttestrel pairedttest dependentt',
  two_sample_t: 'ttest ttestind ttestindpower welch',
  one_sample_t: 'ttest1samp onesamplettest',
  mann_whitney: 'mannwhitneyu wilcoxranksum ranksum ranksums wilcoxtest utest',
  wilcoxon_signed_rank: 'wilcoxon signedrank',
  welch_anova: 'onewayanova oneway fwelch gameshowell posthoc',
  anova: 'foneway aov onewayanova ftest tukey tukeyhsd posthoc hsd',
  kruskal_wallis: 'kruskal kruskaltest dunn dunntest',
  factorial_anova: 'twowayanova anovalm anova2 ancova',
  brown_forsythe: 'levenemedian',
  chi_square:
    'chi2 chisq chisquared chi2contingency chisqtest crosstab independence cramersv cramer phi',
  chi_square_goodness_of_fit: 'chisquaregof gof goodnessoffit',
  fisher_exact: 'fisher fishertest oddsratio',
  shapiro_wilk: 'shapiro shapirotest normality normaltest',
  dagostino_k2: 'normaltest dagostino omnibus',
  kolmogorov_smirnov: 'ks kstest ks1samp',
  kolmogorov_smirnov_two_sample: 'ks2samp kstest2',
  anderson_darling: 'anderson adtest',
  z_score_outliers: 'zscore zscores outliers',
  tukey_outliers: 'iqr tukey boxplot outliers fences',
  linear: 'ols lm linreg linearregression regression regress',
  logistic: 'logit logisticregression glmbinomial binary',
  poisson: 'glmpoisson countregression',
  principal_components: 'pca prcomp princomp factoranalysis efa fa',
  k_means: 'kmeans clustering cluster hierarchical hclust agglomerative dbscan',
  partial: 'partialcorr partialcorrelation',
  kendall: 'kendalltau tau',
  spearman: 'spearmanr rho',
  pearson: 'pearsonr correlation corr',
  ets: 'holtwinters exponentialsmoothing holt ses forecast arima sarima autoarima',
  overview: 'movingaverage rollingmean rolling sma gaps',
  stl: 'decompose seasonaldecompose decomposition',
  mann_kendall: 'trend trendtest',
  adf: 'adfuller dickeyfuller unitroot',
  // Formats.
  xlsx: 'excel xls',
  jsonl: 'json ndjson',
  sav: 'spss',
  dta: 'stata',
  // Fields.
  keys: 'on by key leftonrighton',
  join: 'merge leftjoin innerjoin lookup vlookup',
  append: 'concat union unionall bind rbind bindrows stack rowbind',
  pivot: 'wider pivotwider spread crosstab pivottable dcast cast unstack',
  unpivot: 'melt longer pivotlonger gather stack reshape',
  full: 'outer fullouter',
  rows: 'index idcols',
  names_from: 'columns variable key columnsfrom header',
  values_from: 'values value aggvalues',
  names_to: 'varname variablename',
  values_to: 'valuename',
  group_by: 'groupby groups by keys dimensions',
  aggregates: 'agg aggs aggregations measures metrics statistics summarize summarise',
  of: 'column col field value x',
  name: 'alias as label',
  statistic: 'func function fn stat agg aggregate op method',
  filter: 'where query condition subset',
  derive: 'mutate assign computed newcolumns withcolumns',
  having: 'where filter',
  sort: 'orderby order sortby arrange',
  limit: 'top head n nrows first pagesize rows',
  offset: 'skip start',
  columns: 'select variables vars cols fields column x y valuevars measurevars features items',
  column: 'variable var field col columns',
  x: 'column col variable field',
  by: 'predictor independent explanatory exposure',
  time: 'date timestamp datetime ds timecolumn datecolumn index when',
  every: 'freq frequency resample rule interval unit bucket',
  period: 'seasonality season cycle seasonallength seasonalperiods',
  formula: 'x y target features predictors model',
  errors: 'robust covtype vcov se standarderrors',
  hc3: 'robust sandwich white',
  k: 'nclusters centers clusters ncenters',
  effect: 'd f w r h effectsize cohensd cohend delta es',
  id: 'name dataset datasetid dataset_id table',
  q: 'query search name contains filter',
  csv: 'data content text body file',
  across: 'pivot pivotcolumns columns',
  group: 'by groupby factor groupcolumn predictor treatment',
  value: 'y outcome response dependent measure column',
  p: 'q quantile percentile prob probs',
  drop_missing: 'dropna naomit nadrop complete',
  impute: 'fillna fill',
  expression: 'formula expr calc definition',
  sql: 'query statement select',
};

const meanings = new Map<string, string[]>();
for (const [name, words] of Object.entries(names))
  for (const word of words.split(' '))
    meanings.set(word.toLowerCase(), [...(meanings.get(word.toLowerCase()) ?? []), name]);

/** Names of this product that mean the same as a word of another one; often none. */
export const namesMeaning = (word: string): readonly string[] =>
  meanings.get(plainWord(word)) ?? [];

/** How to write what is no function here, by the name that it has elsewhere. */
const forms: Readonly<Record<string, string>> = {
  'isnull isna isnan ismissing missing': 'x is missing',
  'notnull notna isnotnull ispresent present': 'x is present',
  'explode unnest':
    "part(x, ';', 1) for one part, or run_sql, which makes rows of parts by UNPIVOT",
  'power pow exponent': 'x ^ 2',
  'mod modulo fmod': 'x % 2',
  'isin inlist oneof match': "x in ('a', 'b')",
  'between inrange': 'x between 1 and 5',
  'left substring head': 'substr(text, 1, 3)',
  'like ilike': "contains(text, 'part')",
  'now today currentdate getdate': "a date in quotes, as '2026-01-31'",
  'not negate': 'not (x > 1)',
  nullif: 'if(x = 99, missing, x)',
  'datetrunc truncdate floordate strftime formatdate dateformat format yearmonth yyyymm monthyear monthstart startofmonth':
    "substr(to_text(date), 1, 7) for the month as '2024-03', or year(date) and month(date) as two groups",
  'percentrank cumedist percentilerank': '(rank(x) - 1) / (count(x) - 1)',
  'ntile qcut quantilecut': 'ceil(rank(x) / count(x) * 4)',
  'dayname weekdayname dayofweekname': "case(weekday(date) = 1, 'Monday', …)",
  monthname: "case(month(date) = 1, 'January', …)",
  iqr: 'quantile(x, 0.75) - quantile(x, 0.25)',
  'variance var vars varsamp': 'sd(x) ^ 2',
  'range ptp': 'max(x) - min(x)',
  'countif countwhere': 'sum(if(x > 1, 1, 0))',
  'rollingmean rollingaverage rollmean movingaverage movingmean sma rolling':
    'the moving average of a time series, by its method overview and a window',
  'diff difference delta': 'x - previous(x)',
  'pctchange percentchange pctdiff growth growthrate': 'x / previous(x) - 1',
  'corr cor correl pearsonr': "the statistic correlation, of: 'x', with: 'y'",
  'cov covar covariance': "the statistic covariance, of: 'x', with: 'y'",
  'first firstvalue': 'the statistic first, or row_number(by: id) = 1 as a filter',
  'last lastvalue': 'the statistic last, or previous(x) and last_present(x) of rows above',
  'nunique distinct countdistinct ndistinct uniquecount': 'the statistic distinct',
  'map recode mapvalues decode': "case(x = 'a', 1, x = 'b', 2, missing), or the step recode",
  'title totitle titlecase proper capitalize capitalise initcap':
    'concat(upper(substr(x, 1, 1)), lower(substr(x, 2)))',
  'sumif sumifs sumwhere': 'sum(if(y > 1, x, 0))',
  'averageif averageifs meanif avgif': 'mean(if(y > 1, x, missing))',
  'weightedmean weightedaverage wmean wavg sumproduct': 'sum(x * w) / sum(w)',
  'bool boolean asbool asboolean tobool toboolean': "x = 'yes'",
  log1p: 'log(x + 1)',
  'age yearsbetween': "floor(days_between(born, '2026-01-31') / 365.25)",
  'dateadd adddays addmonths addyears plusdays':
    "days_between(first, date) for a span of days, or run_sql, which adds INTERVAL '3' DAY",
  'and all': 'x > 1 and y > 1, or among rows min(if(x > 1, 1, 0), by: id) = 1',
  'or any': 'x > 1 or y > 1, or among rows max(if(x > 1, 1, 0), by: id) = 1',
};
const formOf = byWord(forms);

/** What says the same as steps and their fields that other programs have in place of it. */
const steps: Readonly<Record<string, string>> = {
  'trim strip lower lowercase upper uppercase title capitalize squish normalizetext standardizetext':
    'A column in other letters is derived: {"name": "city2", "expression": "lower(trim(city))"}.',
  'filter filterrows where query': "Rows are kept by 'filter', beside 'clean'.",
  'fillna fill fillmissing impute replacena':
    "Missing values are filled by 'impute', beside 'clean'.",
  'dropna dropmissing removemissing':
    "Rows without a value are dropped by 'drop_missing', beside 'clean'.",
  'derive mutate assign compute addcolumn': "Columns are made by 'derive', beside 'clean'.",
  'sort orderby arrange': "Rows are sorted by 'sort', beside 'clean'.",
  'cast convert astype totype changetype setnull':
    'A column of another type is derived: {"name": "n", "expression": "to_number(x)"}.',
  keep: 'The first row stays. Others stay by a filter in the order of sort: row_number(by: id) = 1.',
};
const stepOf = byWord(steps);

/** What says the same as a step, or a field of one, of another program; undefined of others. */
export const stepMeaning = (word: string): string | undefined => stepOf.get(plainWord(word));

/** How an operator or another form says what a function of this name says elsewhere. */
export const formMeaning = (word: string): string | undefined => formOf.get(plainWord(word));

/** In lower case, without marks between its parts. */
function plainWord(word: string): string {
  return word.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

function byWord(said: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(said).flatMap(([words, one]) => words.split(' ').map((word) => [word, one])),
  );
}
