import { z } from 'zod';
import { view } from '../view.ts';
import { provenance } from './provenance.ts';

const column = z.string().min(1).max(1000);
const common = {
  value: column.describe('The number column that is compared.'),
  group: column.describe('The column that tells the groups apart.'),
  groups: z.array(z.string().max(1000)).min(2).max(50).optional().describe('Which groups, in this order; all where left out. The first minus the second is the difference of two.'),
  view: view.optional(),
  confidence_level: z.number().gt(0).lt(1).default(0.95),
};
const alternative = z.enum(['two_sided', 'less', 'greater']).default('two_sided').describe('less: the first group is smaller.');

/** As R names the procedures: t.test, t.test(var.equal = TRUE), wilcox.test, aov, oneway.test, kruskal.test. */
export const comparisonOptions = z.discriminatedUnion('method', [
  z.strictObject({ method: z.literal('welch_t'), ...common, alternative }),
  z.strictObject({ method: z.literal('student_t'), ...common, alternative }),
  z.strictObject({ method: z.literal('mann_whitney'), ...common, alternative }),
  z.strictObject({ method: z.literal('anova'), ...common }),
  z.strictObject({ method: z.literal('welch_anova'), ...common }),
  z.strictObject({ method: z.literal('kruskal_wallis'), ...common }),
]);
export type ComparisonOptions = z.infer<typeof comparisonOptions>;
export type ComparisonMethod = ComparisonOptions['method'];

const interval = z.object({ level: z.number(), low: z.number().nullable().describe('null is minus infinity.'), high: z.number().nullable().describe('null is infinity.') });
const measured = z.object({ name: z.string(), value: z.number(), ci: interval.nullable() });

export const comparison = z
  .object({
    ...provenance.shape,
    procedure: z.object({ method: z.string(), name: z.string(), variant: z.string().describe('What was chosen where the procedure has several forms.') }),
    hypotheses: z.object({ null: z.string(), alternative: z.string() }),
    statistic: z.object({ name: z.string(), value: z.number() }),
    df: z.array(z.number()),
    p_value: z.number(),
    p_text: z.string().describe('As journals write it.'),
    estimate: measured.nullable(),
    effects: z.array(measured),
    groups: z.array(z.object({ name: z.string(), n: z.int(), mean: z.number(), sd: z.number().nullable(), median: z.number(), mean_ci: interval.nullable() })),
    assumptions: z.array(z.object({ name: z.string(), verdict: z.enum(['holds', 'doubtful']), said: z.string() })),
    recommendation: z.object({ method: z.string(), said: z.string() }).nullable().describe('Where an assumption is doubtful: what does without it.'),
    sentence: z.string().describe('The result in plain words.'),
    apa: z.string().describe('The result as the American Psychological Association has it.'),
    code: z.object({ r: z.string(), python: z.string() }).describe('Gives the same figures from data.csv (export with plain=true).'),
  })
  .meta({ id: 'Comparison' });
export type Comparison = z.infer<typeof comparison>;
