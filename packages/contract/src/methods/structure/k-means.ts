import { z } from 'zod';
import { defineMethod, slot } from '../define-method.ts';
import { field } from '../field.ts';
import { noMethod } from '../leaning.ts';
import { seedUpTo } from '../seed.ts';
import { rowsAlone } from '../rows-asked.ts';
import { columnsOf, scale } from './structure.ts';

export const kMeans = defineMethod({
  method: 'k_means',
  family: 'rows',
  tier: 'paid',
  title: 'k-means clusters',
  asks: 'which rows are alike; `k` clusters, or of 2 to 8 those with the largest mean silhouette',
  r: '`kmeans`, `cluster::silhouette`',
  note: "clusters of rows with silhouettes; 'k', or the best of several where left out",
  input: {
    ...columnsOf('many'),
    ...rowsAlone,
    scale,
    k: field(
      z
        .int()
        .min(2)
        .max(20)
        .exactOptional()
        .describe('Clusters; where left out, 2 to 8 with the largest mean silhouette.'),
      { kind: 'figure', label: 'Clusters' },
    ),
    seed: seedUpTo(2 ** 31 - 1),
  },
  sentence: ['Which rows are alike in', slot('columns')],
  details: ['scale', 'k', 'seed'],
  example: { columns: ['mass', 'wing', 'bill'] },
  leansOn: (_, method) => {
    throw noMethod(method, 'a cluster may be a single row.', 'Use principal_components.');
  },
});
