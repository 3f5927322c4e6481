import { afterNoon, monthNames, weekdayNames, yearPivot } from '@columnist/contract';

const numbered = monthNames().flatMap((names, i) => names.map((name) => [name, i + 1] as const));

/**
 * Functions that the Python code defines where pandas has none that means the same. A helper
 * comes behind those it needs.
 */
export const pythonHelpers = {
  full: {
    needs: [],
    code: 'def full(x):\n    return x if isinstance(x, pd.Series) else pd.Series([x] * len(d), index=d.index)',
  },
  numbers: {
    needs: ['full'],
    code: 'def numbers(x):\n    return pd.to_numeric(full(x)).astype(float)',
  },
  truth: { needs: ['full'], code: 'def truth(x):\n    return full(x).astype("boolean")' },
  moments: { needs: ['full'], code: 'def moments(x):\n    return pd.to_datetime(full(x))' },
  local_time: {
    needs: ['moments'],
    code:
      'def local_time(x, zone):\n    ' +
      'return moments(x).dt.tz_localize("UTC").dt.tz_convert(zone).dt.tz_localize(None)',
  },
  each: {
    needs: ['full'],
    code:
      'def each(f, *args):\n    rows = zip(*[full(x) for x in args])\n    return ' +
      'pd.Series([None if any(pd.isna(v) for v in row) else f(*row) for row in rows], ' +
      'index=d.index, dtype=object)',
  },
  compare: {
    needs: ['full'],
    code:
      'def compare(x, sign, y):\n    x, y = full(x), full(y)\n    known = x.notna() & ' +
      'y.notna()\n    r = pd.Series(pd.NA, index=d.index, dtype="boolean")\n    r[known] = ' +
      'getattr(operator, sign)(x[known], y[known]).astype(bool)\n    return r',
  },
  among: {
    needs: ['full'],
    code:
      'def among(x, values):\n    r = full(x).isin(values).astype("boolean")\n    ' +
      'r[full(x).isna()] = pd.NA\n    return r',
  },
  divide: {
    needs: ['numbers'],
    code: 'def divide(x, y):\n    return numbers(x) / numbers(y).replace(0, np.nan)',
  },
  remainder: {
    needs: ['numbers'],
    code: 'def remainder(x, y):\n    return np.mod(numbers(x), numbers(y).replace(0, np.nan))',
  },
  power: {
    needs: ['numbers'],
    code: 'def power(x, y):\n    x, y = numbers(x), numbers(y)\n    return (x ** y).where(x.notna() & y.notna())',
  },
  above_zero: {
    needs: ['numbers'],
    code: 'def above_zero(f, x):\n    return f(numbers(x).where(numbers(x) > 0))',
  },
  round_half: {
    needs: ['numbers'],
    code:
      'def round_half(x, digits):\n    y = numbers(x).abs() * 10.0 ** digits\n    ' +
      'if digits > 0:\n        y = y.where(~(y < 1e14), y * (1 + 2.0 ** -52))\n    return ' +
      'np.sign(numbers(x)) * (np.floor(y) + (y - np.floor(y) >= 0.5)) / 10.0 ** digits',
  },
  interval: {
    needs: ['each'],
    code:
      'def interval(x, edges, labels):\n    def find(v):\n        last = len(labels) - 1\n   ' +
      '     return next((labels[i] for i in range(len(labels)) if edges[i] <= v < edges[i + ' +
      '1] or (i == last and v == edges[-1])), None)\n    return each(find, x)',
  },
  number_of: {
    needs: ['each', 'numbers'],
    code:
      'def number_of(x, form, group, point):\n    def read(s):\n        s = s.strip(" ' +
      '\\t\\r\\n")\n        return float(s.rstrip(" %").replace(group, "").replace(point, ' +
      '".") if group else s.rstrip(" %")) if re.search(form, s) else None\n    return ' +
      'numbers(each(read, x))',
  },
  months: {
    needs: [],
    code: `months = {${numbered.map(([name, month]) => `${JSON.stringify(name)}: ${month}`).join(', ')}}`,
  },
  weekdays: {
    needs: [],
    code: `weekdays = {${weekdayNames()
      .flatMap((names, i) => names.map((name) => `(${JSON.stringify(name)}, ${i + 1})`))
      .join(', ')}}`,
  },
  moment_of: {
    needs: ['each', 'moments', 'months', 'weekdays'],
    code: `def moment_of(x, form, fields):
    def read(s):
        found = re.search(form, s.strip(" \\t\\r\\n"))
        if found is None:
            return None
        p = {name: value for name, value in zip(fields, found.groups()) if value}
        if "unix" in p:
            return pd.Timestamp(round(float(p["unix"]) * 1000000), unit="us")
        if "unix milliseconds" in p:
            return pd.Timestamp(int(p["unix milliseconds"]), unit="ms")
        zone = re.sub("^([+-])([0-9])(:|$)", r"\\g<1>0\\2", p.get("zone", "Z")).replace(":", "")
        hours, minutes = (int(zone[1:3]), int(zone[3:] or 0)) if zone[0] in "+-" else (0, 0)
        if hours > 23 or minutes > 59:
            return None
        ahead = pd.Timedelta(minutes=(hours * 60 + minutes) * (-1 if zone[0] == "-" else 1))
        year = int(p.get("year", p.get("short year", 0)))
        year += 0 if "year" in p else 2000 if year < ${yearPivot} else 1900
        month = months.get(p["month name"].lower().rstrip("."), 0) if "month name" in p else int(p.get("month", 1))
        hour = int(p.get("half-day hour", p.get("hour", 0)))
        if "half" in p:
            hour = hour % 12 + (12 if re.match("${afterNoon}", p["half"]) else 0) if 1 <= hour <= 12 else 99
        second = float(p.get("second", 0))
        try:
            t = pd.Timestamp(year, month, int(p.get("day", 1)), hour, int(p.get("minute", 0)), int(second))
        except ValueError:
            return None
        if "weekday" in p and (p["weekday"].lower(), t.isoweekday()) not in weekdays:
            return None
        return t + pd.Timedelta(microseconds=round(second % 1 * 1000000)) - ahead
    return moments(each(read, x))`,
  },
  part_of: {
    needs: ['each'],
    code: `def part_of(x, separator, first, last):
    def cut(s):
        parts = s.split(separator)
        if first < 1 or first > len(parts):
            return None
        return separator.join(parts[first - 1:last]).strip(" \\t\\r\\n") or None
    return each(cut, x)`,
  },
  first_match: {
    needs: ['each'],
    code: `def first_match(x, pattern, group):
    def find(s):
        found = re.search(pattern, s)
        return found.group(group) or None if found else None
    return each(find, x)`,
  },
  matches: {
    needs: [],
    code: `def matches(d, row, values):
    def same(x, value):
        return bool(pd.isna(x)) if value is None else bool(not pd.isna(x) and x == value)
    return row - 1 in d.index and all(same(d.at[row - 1, name], value) for name, value in values.items())`,
  },
  clock_text: {
    needs: ['each'],
    code: `def clock_text(x):
    return each(lambda t: t.strftime("%H:%M:%S") + (f".{t.microsecond:06d}".rstrip("0") if t.microsecond else ""), x)`,
  },
  duration_of: {
    needs: ['each', 'numbers'],
    code: `def duration_of(x, form, units):
    def read(s):
        found = re.search(form, s.strip(" \\t\\r\\n"))
        if found is None or not any(found.groups()[1:]):
            return None
        total = sum(float(value or 0) * unit for value, unit in zip(found.groups()[1:], units))
        return -total if found.group(1) else total
    return numbers(each(read, x))`,
  },
  pick: {
    needs: ['full'],
    code:
      'def pick(*given):\n    r = pd.Series([None] * len(d), index=d.index, dtype=object)\n  ' +
      '  open = pd.Series(True, index=d.index)\n    for test, value in zip(given[:-1:2], ' +
      'given[1:-1:2]):\n        hit = open & full(test).fillna(False).astype(bool)\n        ' +
      'r[hit] = full(value)[hit]\n        open = open & ~hit\n    r[open] = ' +
      'full(given[-1])[open]\n    return r.where(r.notna(), None)',
  },
  over: {
    needs: ['full'],
    code:
      'def over(f, x, *by, places=None):\n    x = full(x)\n    keys = ' +
      'list(zip(*[full(b).astype(object).where(full(b).notna(), None) for b in by])) if by ' +
      'else [()] * len(d)\n    groups = {}\n    for place in (range(len(d)) if places is ' +
      'None else places):\n        groups.setdefault(keys[place], []).append(place)\n    r = ' +
      'pd.Series([None] * len(d), index=d.index, dtype=object)\n    for i in ' +
      'groups.values():\n        r.iloc[i] = f(x.iloc[i])\n    return r',
  },
  most_frequent: {
    needs: [],
    code: 'def most_frequent(v):\n    return v.mode().iloc[0] if v.notna().any() else None',
  },
  zscore: { needs: [], code: 'def zscore(v):\n    return (v - v.mean()) / (v.std() or np.nan)' },
  minmax: {
    needs: [],
    code: 'def minmax(v):\n    return (v - v.min()) / ((v.max() - v.min()) or np.nan)',
  },
  cumulative_sum: {
    needs: [],
    code: 'def cumulative_sum(v):\n    return v.fillna(0).cumsum().where(v.notna().cumsum() > 0)',
  },
} as const satisfies Record<string, { readonly needs: readonly string[]; readonly code: string }>;

export type PythonHelper = keyof typeof pythonHelpers;
