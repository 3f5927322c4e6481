"""Rows of CSV files as Python's csv module reads them with the parameters given; JSON lines {file, rows: [[line, cells]]} on stdout."""
import csv, json, os, sys

csv.field_size_limit(10**9)
folder, parameters = sys.argv[1:3]
for name in sorted(os.listdir(folder)):
    with open(os.path.join(parameters, name + '_parameters.json')) as f:
        p = json.load(f)
    with open(os.path.join(folder, name), encoding='utf-8-sig', newline='') as f:
        text = f.read()
    delimiter = p['delimiter'] or ','
    # The module takes one sign: of a longer delimiter the first, with the spaces after it skipped.
    options = dict(delimiter=delimiter[0], quotechar=p['quotechar'] or '"', skipinitialspace=len(delimiter) > 1)
    if p['escapechar'] == '\\':
        options.update(escapechar='\\', doublequote=False)
    lines = text.replace('\r\n', '\n').replace('\r', '\n').split('\n')
    first = p['preamble_lines'] + p['header_lines']
    rows, begin = [], 1
    reader = csv.reader((line + '\n' for line in lines), **options)
    for row in reader:
        if begin > first and row:
            rows.append([begin, reader.line_num, row])
        begin = reader.line_num + 1
    print(json.dumps({'file': name, 'rows': rows}))
