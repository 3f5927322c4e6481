import { asJson, upload } from '../bench/rest-calls.ts';

/** What calls are sent with. */
export interface Asker {
  readonly url: string;
  readonly key: string;
  /** Of a table of 1 MB. */
  readonly dataset: string;
  /** The file of that table. */
  readonly csv: string;
}

/** What people and programs do, as far as it costs differently. */
export interface Kind {
  readonly lane: 'fast' | 'slow';
  readonly said: string;
  readonly ask: (asker: Asker, i: number) => Promise<void>;
}

async function must(response: Promise<Response>): Promise<void> {
  const answer = await response;
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}: ${text}`);
}
const get = ({ url, key }: Asker, path: string): Promise<void> =>
  must(fetch(`${url}/api/v1/${path}`, { headers: { 'API-Key': key } }));
const post = ({ url, key, dataset }: Asker, path: string, body: object): Promise<void> =>
  must(
    fetch(`${url}/api/v1/datasets/${dataset}/${path}`, {
      method: 'POST',
      headers: { 'API-Key': key, ...asJson },
      body: JSON.stringify(body),
    }),
  );

export const kindNames = ['list', 'page', 'question', 'test', 'model', 'upload', 'export'] as const;
export type KindName = (typeof kindNames)[number];

export const kinds: Readonly<Record<KindName, Kind>> = {
  list: { lane: 'fast', said: 'open the dashboard', ask: (asker) => get(asker, 'datasets') },
  page: {
    lane: 'fast',
    said: 'open a dataset: the description, the first rows, the pictures',
    ask: async (asker) => {
      await get(asker, `datasets/${asker.dataset}`);
      await Promise.all([
        get(asker, `datasets/${asker.dataset}/rows?limit=100`),
        post(asker, 'analyze', {}),
      ]);
    },
  },
  question: {
    lane: 'fast',
    said: 'ask a question: a filter, groups, two figures',
    ask: (asker, i) =>
      post(asker, 'aggregate', {
        group_by: ['region'],
        aggregates: [
          { statistic: 'mean', of: 'amount' },
          { statistic: 'median', of: 'score' },
        ],
        view: { filter: `amount > ${i % 97}` },
      }),
  },
  test: {
    lane: 'slow',
    said: 'run a test of two columns',
    ask: (asker, i) =>
      post(asker, 'compare', {
        method: 'kruskal_wallis',
        value: 'amount',
        group: 'region',
        view: { filter: `amount > ${i % 97}` },
      }),
  },
  model: {
    lane: 'slow',
    said: 'fit a regression of three terms',
    ask: (asker, i) =>
      post(asker, 'regression', {
        method: 'linear',
        formula: 'amount ~ visits + score + region',
        view: { filter: `amount > ${i % 97}` },
      }),
  },
  upload: {
    lane: 'slow',
    said: 'upload a file of 1 MB',
    ask: async ({ url, key, csv }, i) => {
      const id = await upload(url, key, csv, `${i}.csv`);
      await must(
        fetch(`${url}/api/v1/datasets/${id}`, { method: 'DELETE', headers: { 'API-Key': key } }),
      );
    },
  },
  export: {
    lane: 'slow',
    said: 'download the rows of a view as CSV',
    ask: (asker) => get(asker, `datasets/${asker.dataset}/export`),
  },
};
