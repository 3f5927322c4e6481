/**
 * What a statement may be made of: everything else is refused. The words are those of DuckDB's
 * `json_serialize_sql`.
 */
const words = (...lists: readonly string[]): ReadonlySet<string> =>
  new Set(lists.flatMap((list) => list.split(/\s+/)));

/** Kinds of expressions. Without parameters (nothing is bound), defaults and types as values. */
export const expressionClasses = words(
  'CONSTANT COLUMN_REF STAR FUNCTION WINDOW OPERATOR COMPARISON CONJUNCTION CASE CAST BETWEEN',
  'SUBQUERY LAMBDA POSITIONAL_REFERENCE',
);

/** Selects and set operations; no recursion. */
export const queryNodes = words('SELECT_NODE SET_OPERATION_NODE');

/** What follows `from`: no table functions, no catalog, no pivots but those of columns into rows. */
export const tableReferences = words('EMPTY BASE_TABLE JOIN SUBQUERY EXPRESSION_LIST');

export const modifiers = words(
  'ORDER_MODIFIER LIMIT_MODIFIER LIMIT_PERCENT_MODIFIER DISTINCT_MODIFIER',
);

export const orders = words('ORDER_DEFAULT ASCENDING DESCENDING');

/** What a value may be turned into. */
export const castTypes = words(
  'BOOLEAN TINYINT SMALLINT INTEGER BIGINT HUGEINT UTINYINT USMALLINT UINTEGER UBIGINT FLOAT DOUBLE',
  'DECIMAL VARCHAR CHAR DATE TIME TIMESTAMP TIMESTAMP_S TIMESTAMP_MS TIMESTAMP_NS',
  'INTERVAL LIST',
);

/** Types that a constant may have. */
export const constantTypes = words('NULL INTEGER_LITERAL STRING_LITERAL', [...castTypes].join(' '));

/** Functions that read more than one row for a value: aggregates, then windows. */
export const gathering = words(
  'count count_star count_if countif sum avg mean min max median mode product first last any_value',
  'arbitrary stddev stddev_pop stddev_samp variance var_pop var_samp covar_pop covar_samp corr',
  'quantile quantile_cont quantile_disc mad skewness kurtosis kurtosis_pop sem entropy fsum kahan_sum',
  'sumkahan favg bool_and bool_or bit_and bit_or bit_xor string_agg group_concat listagg list array_agg',
  'arg_min arg_max argmin argmax min_by max_by approx_count_distinct approx_quantile regr_avgx regr_avgy',
  'regr_count regr_intercept regr_r2 regr_slope regr_sxx regr_sxy regr_syy geomean geometric_mean',
  'weighted_avg wavg histogram grouping grouping_id',
  'row_number rank dense_rank rank_dense percent_rank cume_dist ntile lag lead first_value last_value',
  'nth_value fill',
);

/**
 * Functions of values, and those that gather them: none reads files, settings, the catalog, the
 * clock or chance, none makes a value whose size is a number written in the statement.
 */
export const functions = words(
  [...gathering].join(' '),
  // Operators.
  '+ - * / // % ** ^ & | << >> ~ || ~~ !~~ ~~* !~~* ~~~ ^@ @ !__postfix',
  'like_escape not_like_escape ilike_escape not_ilike_escape add subtract multiply divide',
  // Numbers.
  'abs ceil ceiling floor round round_even roundbankers trunc sign sqrt cbrt exp ln log log10 log2 pow',
  'power mod fmod fdiv gcd lcm greatest least factorial gamma lgamma even pi sin cos tan asin acos atan',
  'atan2 cot sinh cosh tanh asinh acosh atanh degrees radians isnan isinf isfinite nextafter xor',
  'bit_count signbit',
  // Texts.
  'length len strlen char_length character_length lower lcase upper ucase trim ltrim rtrim left right',
  'substr substring split_part string_split str_split string_to_array contains starts_with ends_with',
  'prefix suffix instr strpos position replace translate reverse concat concat_ws ascii ord chr unicode',
  'strip_accents md5 sha256 hash levenshtein editdist3 damerau_levenshtein hamming mismatches jaccard',
  'jaro_similarity jaro_winkler_similarity regexp_matches regexp_full_match regexp_extract',
  'regexp_extract_all regexp_replace regexp_split_to_array str_split_regex string_split_regex',
  'regexp_escape url_encode url_decode to_hex hex bin to_base64 base64',
  // Dates and times.
  'year month day quarter week hour minute second millisecond microsecond dayofweek dayofmonth',
  'dayofyear weekday weekofyear isodow isoyear yearweek decade century millennium era date_part datepart',
  'date_trunc datetrunc date_diff datediff date_sub datesub date_add last_day dayname monthname strftime',
  'strptime try_strptime make_date make_time make_timestamp epoch epoch_ms epoch_us epoch_ns',
  'time_bucket days_in_month age julian to_years to_quarters to_months to_weeks to_days to_hours',
  'to_minutes to_seconds to_milliseconds to_microseconds timezone',
  // Conditions, lists and fields.
  'coalesce nullif ifnull if constant_or_null list_value array_value list_pack struct_pack row',
  'struct_extract array_extract list_extract list_element list_contains list_has array_contains',
  'list_position list_indexof list_sort list_reverse_sort list_distinct list_unique list_sum list_avg',
  'list_min list_max list_count list_first list_last list_median list_aggregate list_slice array_slice',
  'list_concat list_transform list_filter list_apply array_transform array_filter array_length',
  'array_to_string map_extract map_keys map_values cardinality typeof',
);

/** Functions whose second value is the name of an aggregate, as a text. */
export const namingAnAggregate = words('list_aggregate');

/** `AT TIME ZONE`, whose zone is a constant: the clock of a place, not that of the server. */
export const namingAZone = words('timezone');
