import { tableColumns } from './random-views.ts';
import type { RandomView, SortKey } from './view-tree.ts';
import { inDialect, stepsOf, type Dialect } from './steps.ts';

/** Views in pandas, with its nullable types: comparisons with a missing value are missing. */
const prelude = `
import numpy as np
import pandas as pd

read = pd.read_csv("data.csv", dtype=str, keep_default_na=False)
read = read.mask(read == "")
types = {"number": "Float64", "text": "string", "truth": "boolean"}
def typed(s, kind):
    if kind == "truth":
        s = s.map({"true": True, "false": False})
    return s.astype(float).astype("Float64") if kind == "number" else s.astype(types[kind])
data = pd.DataFrame({name: typed(read[name], kind) for name, kind in ${JSON.stringify(tableColumns)}.items()})

def same(d, value):
    kind = "boolean" if isinstance(value, bool) else "string" if isinstance(value, str) else "Float64"
    return pd.Series([value] * len(d), index=d.index, dtype=kind)
def divided(x, y):
    return x / y.mask((y == 0).fillna(False))
def chosen(c, x, y):
    return x.where(c.fillna(False), y).mask(c.isna())
def interval(x, bounds):
    names = labels(bounds)
    found = pd.Series(pd.NA, index=x.index, dtype="string")
    for low, high, name in zip(bounds, bounds[1:], names):
        inside = (x >= low) & ((x <= high) if name.endswith("]") else (x < high))
        found[inside.fillna(False)] = name
    return found
def labels(bounds):
    ends = list(zip(bounds, bounds[1:]))
    return [f"[{low:g},{high:g}{']' if i == len(ends) - 1 else ')'}" for i, (low, high) in enumerate(ends)]

def codes(d, by):
    return pd.Series(["|".join("" if pd.isna(v) else repr(v) for v in row) for row in zip(*(d[name] for name in by))] if by else [""] * len(d), index=d.index, dtype=object)
def over(d, name, x, by, order=None, distance=1):
    if len(d) == 0:
        return x.astype("Float64") if name in ("count", "rank", "row_number") else x
    plain = x.astype("Float64").to_numpy("float64", na_value=np.nan)
    s = pd.Series(plain, index=x.index)
    if order is not None:
        s = s.loc[order]
    g = s.groupby(codes(d, by).loc[s.index])
    if name == "sum":
        r = g.transform(lambda v: v.sum(min_count=1))
    elif name == "sd":
        r = g.transform(lambda v: v.std(ddof=1))
    elif name == "zscore":
        r = g.transform(lambda v: (v - v.mean()) / (v.std(ddof=1) if v.std(ddof=1) > 0 else np.nan))
    elif name == "rank":
        r = g.rank()
    elif name == "previous":
        r = g.shift(distance)
    elif name == "next":
        r = g.shift(-distance)
    elif name == "row_number":
        r = g.cumcount() + 1
    elif name == "cumulative_sum":
        r = g.transform(lambda v: v.fillna(0).cumsum().where(v.notna().cumsum() > 0))
    else:
        r = g.transform(name)
    return r.loc[x.index].astype("Float64")
def arranged(d, keys):
    for name, descending, levels in reversed(keys):
        s = d[name] if levels is None else d[name].map({label: i for i, label in enumerate(levels)}).astype("Float64")
        d = d.loc[s.sort_values(ascending=not descending, kind="stable", na_position="last").index]
    return d

def figure(name, s, p):
    if name == "missing":
        return float(s.isna().sum())
    s = s.dropna()
    if name == "n":
        return float(len(s))
    if name == "true_count":
        return float(s.sum())
    if name == "distinct":
        return float(s.nunique())
    if len(s) == 0:
        return pd.NA
    if name == "true_share":
        return float(s.sum()) / len(s)
    s = s.astype("float64")
    if name == "sd":
        return s.std(ddof=1)
    return s.quantile(p) if name == "quantile" else getattr(s, name)()
def grouped(d, keys, levels, asked):
    """A row a group, in the order of its keys."""
    found = []
    at = codes(d, keys)
    for code in dict.fromkeys(at) if keys else [""]:
        rows = d.loc[at == code]
        found.append([*(rows[name].iloc[0] for name in keys), *(float(len(rows)) if of is None else figure(name, rows[of], p) for name, of, p in asked)])
    names = [*keys, *(f"s{i + 1}" for i in range(len(asked)))]
    r = pd.DataFrame(found, columns=names)
    for name in names:
        r[name] = r[name].astype(d[name].dtype) if name in keys else pd.to_numeric(r[name], errors="coerce").astype("Float64")
    r = arranged(r, [(name, False, levels.get(name)) for name in keys])
    return r.reset_index(drop=True)

def said(v):
    if pd.isna(v):
        return "\\u2205"
    if isinstance(v, (bool, np.bool_)):
        return str(bool(v)).lower()
    return "%.17g" % v if isinstance(v, (float, int, np.number)) else str(v)
def complete(d, names):
    """Rows in which each of them has a value; none left of some is refused."""
    global refused
    kept = d.dropna(subset=names)
    refused = refused or (len(d) > 0 and len(kept) == 0)
    return kept
def show(i, n, d):
    d = d.head(0) if refused else d
    print(f"view\\t{i}\\t{'refused' if refused else n}\\t{len(d)}")
    for row in d.itertuples(index=False):
        print("\\t".join(said(v) for v in row))
`;

const quoted = (text: string): string => JSON.stringify(text);
const list = (items: readonly string[]): string => `[${items.join(', ')}]`;
const binary: Readonly<Record<string, string>> = { '=': '==', and: '&', or: '|' };

const dialect = (order: string): Dialect => ({
  column: (name) => `d[${quoted(name)}]`,
  value: (value) =>
    `same(d, ${typeof value === 'boolean' ? (value ? 'True' : 'False') : JSON.stringify(value)})`,
  call: (name, args) => {
    const [x = '', y = ''] = args;
    switch (name) {
      case '/':
        return `divided(${args.join(', ')})`;
      case 'abs':
        return `${x}.abs()`;
      case 'lower':
        return `${x}.str.lower()`;
      case 'coalesce':
        return `${x}.where(${x}.notna(), ${y})`;
      case 'if':
        return `chosen(${args.join(', ')})`;
      case 'not':
        return `(~${x})`;
      case 'is missing':
        return `${x}.isna().astype("boolean")`;
      default:
        return `(${x} ${binary[name] ?? name} ${y})`;
    }
  },
  bin: (x, bounds) => `interval(${x}, ${JSON.stringify(bounds)})`,
  over: (name, x, by, isOrdered, distance) =>
    `over(d, ${quoted(name)}, ${x}, ${list(by.map(quoted))}${isOrdered ? `, ${order}` : ''}${distance === undefined ? '' : `, distance=${distance}`})`,
});

/** One program that prints the answers of all views. */
export function asPandas(views: readonly RandomView[]): string {
  return `${prelude}\n${views.map(viewCode).join('\n')}\n`;
}

function viewCode(view: RandomView, i: number): string {
  const { fill, derive, sort, limit, groups } = view;
  const { steps, keys, aggregates } = stepsOf(view, Object.keys(tableColumns));
  const levels = new Map(
    [...derive, ...keys].flatMap(({ name, tree }) =>
      tree.kind === 'bin' ? [[name, `labels(${JSON.stringify(tree.bounds)})`] as const] : [],
    ),
  );
  const keysOf = (list_: readonly SortKey[]): string =>
    list(
      list_.map(
        ({ column, descending }) =>
          `(${quoted(column)}, ${descending ? 'True' : 'False'}, ${levels.get(column) ?? 'None'})`,
      ),
    );
  const order = `arranged(d, ${keysOf(sort)}).index`;
  const inOrder = dialect(order);
  const lines = [`# ${i}`, 'refused = False', 'd = data.copy()'];
  if (fill !== null) {
    const x = `d[${quoted(fill.column)}]`;
    lines.push(`${x} = ${x}.fillna(over(d, "median", ${x}, ${list(fill.by.map(quoted))}))`);
  }
  for (const step of steps) {
    if (step.kind === 'set')
      lines.push(`d[${quoted(step.name)}] = ${inDialect(step.tree, inOrder)}`);
    else if (step.kind === 'keep')
      lines.push(`d = d[${inDialect(step.tree, inOrder)}.fillna(False)]`);
    else lines.push(`d = complete(d, ${list(step.names.map(quoted))})`);
  }
  if (groups === null) {
    const columns = [...Object.keys(tableColumns), ...derive.map(({ name }) => name)];
    lines.push(
      `n = len(d)`,
      `d = arranged(d, ${keysOf(sort)})`,
      `d["row"] = d.index + 1.0`,
      `show(${i}, n, d[${list(['row', ...columns].map(quoted))}].head(${limit}))`,
    );
    return lines.join('\n');
  }
  for (const { name, tree } of keys) lines.push(`d[${quoted(name)}] = ${inDialect(tree, inOrder)}`);
  const names = keys.map(({ name }) => name);
  const asked = groups.aggregates.map(({ statistic, p }, j) => {
    const of = aggregates[j];
    if (of === null || of === undefined) return `("count", None, None)`;
    lines.push(`d["of${j}"] = ${inDialect(of, inOrder, names)}`);
    return `(${quoted(statistic)}, "of${j}", ${p ?? 'None'})`;
  });
  lines.push(
    'n = len(d)',
    `d = grouped(d, ${list(names.map(quoted))}, {${names.flatMap((name) => (levels.has(name) ? [`${quoted(name)}: ${levels.get(name) ?? ''}`] : [])).join(', ')}}, ${list(asked)})`,
  );
  if (groups.having !== null)
    lines.push(`d = d[${inDialect(groups.having, dialect('None'))}.fillna(False)]`);
  lines.push(`d = arranged(d, ${keysOf(groups.sort)})`, `show(${i}, n, d.head(${limit}))`);
  return lines.join('\n');
}
