"""The profile of a CSV of orders in pandas, as one process: FILE."""

import sys

import numpy as np
import pandas as pd

data = pd.read_csv(sys.argv[1], parse_dates=["order_date", "created_at"])
numbers = data.select_dtypes("number")
# Before pandas 2 dates are counted as words unless they are said to be numbers.
dates = {"datetime_is_numeric": True} if int(pd.__version__.split(".")[0]) < 2 else {}
profile = {
    "described": data.describe(include="all", **dates),
    "skewness": numbers.skew(),
    "kurtosis": numbers.kurt(),
    "variance": numbers.var(),
    "distinct": data.nunique(),
    "missing": data.isna().sum(),
    "correlations": numbers.corr(),
}
for name in data:
    profile[f"most frequent of {name}"] = data[name].value_counts().head(10)
for name in numbers:
    values = numbers[name].dropna()
    q1, q3 = values.quantile([0.25, 0.75])
    reach = 1.5 * (q3 - q1)
    profile[f"histogram of {name}"] = np.histogram(values, 20)
    profile[f"outliers of {name}"] = ((values < q1 - reach) | (values > q3 + reach)).sum()
