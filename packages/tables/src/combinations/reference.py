"""Joins, pivots and the rest of pandas over CSV files, for tables of the test beside it.

Reads a list of cases as JSON and writes for each the rows as lists of texts, None where missing.
A missing key matches nothing, other than in pandas: such rows are taken out and put back.
"""
import json
import sys
import numpy as np
import pandas as pd


def read(path):
    frame = pd.read_csv(path, dtype=str, keep_default_na=False, na_values=[''])
    for name in frame.columns:
        if name.startswith(('n_', 'row')):
            frame[name] = frame[name].astype('Int64')
        elif name.startswith('x_'):
            frame[name] = frame[name].astype('Float64')
        elif name.startswith('d_'):
            frame[name] = pd.to_datetime(frame[name])
    return frame


def cell(value):
    if value is None or value is pd.NA or value is pd.NaT:
        return None
    if isinstance(value, (float, np.floating)):
        return None if np.isnan(value) else repr(float(value))
    if isinstance(value, pd.Timestamp):
        return value.strftime('%Y-%m-%d')
    return str(value)


def join(case):
    left, right = read(case['left']), read(case['right'])
    keys, how = case['keys'], case['how']
    left['at_l'], right['at_r'] = range(len(left)), range(len(right))
    whole = right.dropna(subset=keys)
    has = left.dropna(subset=keys)
    inner = has.merge(whole, on=keys, how='inner', suffixes=('', '_right'))
    inner = inner.sort_values(['at_l', 'at_r'], kind='stable')
    alone = left[~left['at_l'].isin(inner['at_l'])]
    if how == 'semi':
        return left[left['at_l'].isin(inner['at_l'])].drop(columns='at_l')
    if how == 'anti':
        return alone.drop(columns='at_l')
    parts = [inner]
    if how in ('left', 'full'):
        parts.append(alone)
    if how == 'full':
        rest = right[~right['at_r'].isin(inner['at_r'])]
        parts.append(rest.rename(columns={n: n + '_right' for n in rest.columns if n in left.columns and n not in keys}))
    made = pd.concat(parts)
    return made.sort_values(['at_l', 'at_r'], na_position='last')[inner.columns].drop(columns=['at_l', 'at_r'])


def as_of(case):
    left, right = read(case['left']), read(case['right'])
    keys, at = case['keys'], case['at']
    left['at_l'] = range(len(left))
    # merge_asof wants rows in the order of the values and none missing.
    some = left.dropna(subset=[*keys, at]).sort_values(at, kind='stable')
    whole = right.dropna(subset=[*keys, at]).sort_values(at, kind='stable')
    whole = whole.rename(columns={n: n + '_right' for n in whole.columns if n in left.columns and n not in keys})
    tolerance = case.get('tolerance')
    if tolerance is not None and at.startswith('d_'):
        tolerance = pd.Timedelta(seconds=tolerance)
    elif tolerance is not None:
        tolerance = int(tolerance)
    if at.startswith('n_'):
        some[at], whole[at + '_right'] = some[at].astype('int64'), whole[at + '_right'].astype('int64')
    made = pd.merge_asof(some, whole, left_on=at, right_on=at + '_right', by=keys or None,
                         direction=case['direction'], tolerance=tolerance)
    made = pd.concat([made, left[~left['at_l'].isin(made['at_l'])]])
    return made.sort_values('at_l').drop(columns='at_l')


def append(case):
    return pd.concat([read(path) for path in case['sources']], ignore_index=True)


def pivot(case):
    frame = read(case['source'])
    rows, names, values = case['rows'], case['names'], case['values']
    frame[names] = frame[names].fillna('(missing)')
    groups = frame.groupby([*rows, names], dropna=False, sort=False)[values]
    of = {'sum': lambda g: g.sum(min_count=1), 'first': lambda g: g.first(), 'count': lambda g: g.count()}
    made = of.get(case['statistic'], lambda g: g.agg(case['statistic']))(groups).unstack(names)
    order = frame.drop_duplicates(rows)[rows]
    made = made.reset_index()
    made = order.merge(made, on=rows, how='left')[[*rows, *frame[names].drop_duplicates()]]
    if case['statistic'] == 'count':
        others = [n for n in made.columns if n not in rows]
        made[others] = made[others].fillna(0).astype('Int64')
    return made


def unpivot(case):
    frame = read(case['source'])
    columns = case['columns']
    frame['at'] = range(len(frame))
    made = frame.melt(id_vars=[n for n in frame.columns if n not in columns], value_vars=columns,
                      var_name='name', value_name='value')
    made['part'] = made['name'].map({n: i for i, n in enumerate(columns)})
    return made.sort_values(['at', 'part']).drop(columns=['at', 'part'])


kinds = {'join': join, 'as_of': as_of, 'append': append, 'pivot': pivot, 'unpivot': unpivot}
answers = []
for case in json.load(sys.stdin):
    made = kinds[case['kind']](case)
    answers.append([[cell(value) for value in row] for row in made.itertuples(index=False, name=None)])
json.dump(answers, sys.stdout)
