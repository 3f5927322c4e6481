import { association, type Association } from '@columnist/contract';
import { useEffect, useState } from 'react';
import type { Purpose } from '../../lib/purposes.ts';
import { PremiumNotice } from '../../ui/premium-notice.tsx';
import { TestResultView } from '../results/test-result.tsx';

const samples: Readonly<Partial<Record<Purpose, () => Promise<{ default: unknown }>>>> = {
  compare: () => import('./samples/compare.json'),
  relate: () => import('./samples/relate.json'),
  explain: () => import('./samples/explain.json'),
  series: () => import('./samples/series.json'),
  structure: () => import('./samples/structure.json'),
  distribution: () => import('./samples/distribution.json'),
};

/**
 * In the place of an answer that the plan does not include: the notice, and what such an answer
 * looks like, as it was computed of the demo orders (scripts/write-sample-answers.ts).
 */
export function ProAnswer({ purpose }: { purpose: Purpose }) {
  const [sample, setSample] = useState<Association | null>(null);
  useEffect(() => {
    let isWanted = true;
    void samples[purpose]?.().then(
      (found) => isWanted && setSample(association.parse(found.default)),
      // Without it the notice says all that matters.
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [purpose]);
  return (
    <>
      <PremiumNotice />
      {sample !== null && !('matrix' in sample) && (
        <section className="ask-sample" aria-labelledby="sample-title">
          <h2 id="sample-title">
            A sample answer <span className="s2">of the demo orders, not of your data</span>
          </h2>
          <TestResultView result={sample} call={null} onUse={null} prefix="sample" />
        </section>
      )}
    </>
  );
}
