import { interpreterFor } from '@columnist/testing';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from './testing.ts';

const program = `
import json, sys
from columnist import Columnist, ColumnistError

columnist = Columnist(sys.argv[1], sys.argv[2])
dataset = columnist.create(sys.argv[3], decimal_mark=".")
id = dataset["id"]
rows = columnist.rows(id, view={"filter": "mass > 3700"}, columns=["species", "mass"])
groups = columnist.aggregate(
    id, group_by=["species"], aggregates=[{"statistic": "mean", "of": "mass"}]
)
test = columnist.compare_groups(id, method="welch_t", value="mass", group="species")
plain = columnist.export(id, plain=True).decode()
try:
    columnist.frequencies(id, column="specie")
except ColumnistError as error:
    refused = [error.status, error.code, str(error), error.fix]
columnist.delete(id)
left = columnist.list()
print(json.dumps([
    dataset["row_count"], rows["items"], groups["items"], test["p_value"], plain, refused, left,
]))
`;

const { command, lacks } = interpreterFor('Python', []);

describe.skipIf(command === null)(`the Python client${lacks === null ? '' : `: ${lacks}`}`, () => {
  let app: TestApp;
  let folder: string;
  let served: Response;
  beforeAll(async () => {
    app = await createTestApp();
    folder = await mkdtemp(join(tmpdir(), 'columnist-python-'));
    served = await fetch(`${app.url}/api/columnist.py`);
    await writeFile(join(folder, 'columnist.py'), await served.text());
  });
  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
    await app.close();
  });

  test('is served as text', () => {
    expect([served.status, served.headers.get('content-type')]).toEqual([
      200,
      'text/plain; charset=utf-8',
    ]);
  });

  test('uploads, asks, is refused with the reason, and deletes', async () => {
    const { apiKey } = await app.createTestUser({ tier: 'paid' });
    const file = join(folder, 'penguins.csv');
    await writeFile(
      file,
      'species,mass\nAdelie,3700\nGentoo,5080\nAdelie,3800\nGentoo,5200\nAdelie,3650\n',
    );
    const { stdout } = await promisify(execFile)(
      command ?? '',
      ['-c', program, app.url, apiKey ?? '', file],
      { env: { ...process.env, PYTHONPATH: folder, PYTHONDONTWRITEBYTECODE: '1' } },
    );
    expect(JSON.parse(stdout)).toEqual([
      5,
      [
        ['Gentoo', 5080],
        ['Adelie', 3800],
        ['Gentoo', 5200],
      ],
      [
        ['Adelie', expect.closeTo(3716.6666666666665, 9)],
        ['Gentoo', 5140],
      ],
      // R: t.test(mass ~ species)
      expect.closeTo(0.002321692, 8),
      'species,mass\nAdelie,3700\nGentoo,5080\nAdelie,3800\nGentoo,5200\nAdelie,3650\n',
      [
        422,
        'unknown_column',
        "There is no column 'specie'. Did you mean 'species'?",
        expect.any(String),
      ],
      [],
    ]);
  });

  test('says what to do where no server answers', async () => {
    const { stdout } = await promisify(execFile)(
      command ?? '',
      [
        '-c',
        `
import json
from columnist import Columnist, ColumnistError

for address in ["http://127.0.0.1:9", "127.0.0.1:9"]:
    try:
        Columnist(address, "col_live_none").list()
    except ColumnistError as error:
        print(json.dumps([error.status, error.code, str(error), error.fix]))
`,
      ],
      { env: { ...process.env, PYTHONPATH: folder, PYTHONDONTWRITEBYTECODE: '1' } },
    );
    const fix = 'Check the address of the server and the network, and try again.';
    expect(
      stdout
        .trim()
        .split('\n')
        .map((line): unknown => JSON.parse(line)),
    ).toEqual([
      [
        null,
        'unavailable',
        expect.stringMatching(/^No answer from http:\/\/127\.0\.0\.1:9: .*refused/),
        fix,
      ],
      [null, 'unavailable', expect.stringMatching(/^No answer from 127\.0\.0\.1:9: /), fix],
    ]);
  });
});
