/** Functions that the Python code defines where pandas has none that means the same. A helper stands behind those it needs. */
export const pythonHelpers = {
  full: { needs: [], code: 'def full(x):\n    return x if isinstance(x, pd.Series) else pd.Series([x] * len(d), index=d.index)' },
  numbers: { needs: ['full'], code: 'def numbers(x):\n    return pd.to_numeric(full(x)).astype(float)' },
  truth: { needs: ['full'], code: 'def truth(x):\n    return full(x).astype("boolean")' },
  moments: { needs: ['full'], code: 'def moments(x):\n    return pd.to_datetime(full(x))' },
  each: { needs: ['full'], code: 'def each(f, *args):\n    rows = zip(*[full(x) for x in args])\n    return pd.Series([None if any(pd.isna(v) for v in row) else f(*row) for row in rows], index=d.index, dtype=object)' },
  compare: { needs: ['full'], code: 'def compare(x, sign, y):\n    x, y = full(x), full(y)\n    known = x.notna() & y.notna()\n    r = pd.Series(pd.NA, index=d.index, dtype="boolean")\n    r[known] = getattr(operator, sign)(x[known], y[known]).astype(bool)\n    return r' },
  among: { needs: ['full'], code: 'def among(x, values):\n    r = full(x).isin(values).astype("boolean")\n    r[full(x).isna()] = pd.NA\n    return r' },
  divide: { needs: ['numbers'], code: 'def divide(x, y):\n    return numbers(x) / numbers(y).replace(0, np.nan)' },
  remainder: { needs: ['numbers'], code: 'def remainder(x, y):\n    return np.mod(numbers(x), numbers(y).replace(0, np.nan))' },
  power: { needs: ['numbers'], code: 'def power(x, y):\n    x, y = numbers(x), numbers(y)\n    return (x ** y).where(x.notna() & y.notna())' },
  above_zero: { needs: ['numbers'], code: 'def above_zero(f, x):\n    return f(numbers(x).where(numbers(x) > 0))' },
  round_half: { needs: ['numbers'], code: 'def round_half(x, digits):\n    y = numbers(x).abs() * 10.0 ** digits\n    return np.sign(numbers(x)) * (np.floor(y) + (y - np.floor(y) >= 0.5)) / 10.0 ** digits' },
  interval: { needs: ['each'], code: 'def interval(x, edges, labels):\n    def find(v):\n        last = len(labels) - 1\n        return next((labels[i] for i in range(len(labels)) if edges[i] <= v < edges[i + 1] or (i == last and v == edges[-1])), None)\n    return each(find, x)' },
  number_of: { needs: ['each', 'numbers'], code: 'def number_of(x, form, group, point):\n    def read(s):\n        s = s.strip(" \\t\\r\\n")\n        return float(s.replace(group, "").replace(point, ".") if group else s) if re.search(form, s) else None\n    return numbers(each(read, x))' },
  date_of: { needs: ['each', 'moments'], code: 'def date_of(x, form, format):\n    def read(s):\n        return pd.to_datetime(s, format=format, errors="coerce") if re.search(form, s) else None\n    return moments(each(read, x))' },
  pick: { needs: ['full'], code: 'def pick(*given):\n    r = pd.Series([None] * len(d), index=d.index, dtype=object)\n    open = pd.Series(True, index=d.index)\n    for test, value in zip(given[:-1:2], given[1:-1:2]):\n        hit = open & full(test).fillna(False).astype(bool)\n        r[hit] = full(value)[hit]\n        open = open & ~hit\n    r[open] = full(given[-1])[open]\n    return r.where(r.notna(), None)' },
  over: { needs: ['full'], code: 'def over(f, x, *by):\n    x = full(x)\n    keys = list(zip(*[full(b).astype(object).where(full(b).notna(), None) for b in by])) if by else [()] * len(d)\n    places = {}\n    for place, key in enumerate(keys):\n        places.setdefault(key, []).append(place)\n    r = pd.Series([None] * len(d), index=d.index, dtype=object)\n    for i in places.values():\n        r.iloc[i] = f(x.iloc[i])\n    return r' },
  most_frequent: { needs: [], code: 'def most_frequent(v):\n    return v.mode().iloc[0] if v.notna().any() else None' },
  zscore: { needs: [], code: 'def zscore(v):\n    return (v - v.mean()) / (v.std() or np.nan)' },
  minmax: { needs: [], code: 'def minmax(v):\n    return (v - v.min()) / ((v.max() - v.min()) or np.nan)' },
  cumulative_sum: { needs: [], code: 'def cumulative_sum(v):\n    return v.fillna(0).cumsum().where(v.notna().cumsum() > 0)' },
} as const satisfies Record<string, { readonly needs: readonly string[]; readonly code: string }>;

export type PythonHelper = keyof typeof pythonHelpers;
