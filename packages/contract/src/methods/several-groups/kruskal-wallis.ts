import { z } from 'zod';
import { defineMethod } from '../define-method.ts';
import { field } from '../field.ts';
import { grouped } from '../grouped.ts';
import { severalGroups } from './several-groups.ts';

export const kruskalWallis = defineMethod({
  ...severalGroups,
  method: 'kruskal_wallis',
  title: 'Kruskal–Wallis test',
  asks: 'the same of ranks; pairs by Dunn, adjusted by `adjust`',
  r: '`kruskal.test`, `rstatix::dunn_test`',
  advised: true,
  input: {
    ...grouped,
    adjust: field(
      z
        .enum(['holm', 'bonferroni', 'bh', 'none'])
        .default('holm')
        .describe("How Dunn's pairs are adjusted."),
      {
        kind: 'choice',
        label: 'Adjust pairs',
        options: [
          { value: 'holm', label: 'Holm' },
          { value: 'bonferroni', label: 'Bonferroni' },
          { value: 'bh', label: 'Benjamini–Hochberg' },
          { value: 'none', label: 'not adjusted' },
        ],
      },
    ),
  },
  details: ['groups', 'adjust'],
  example: { value: 'mass', group: 'kind', adjust: 'bh' },
});
