import { association, powerResult, type Association, type PowerResult } from '@columnist/contract';
import { useEffect, useState } from 'react';
import type { Purpose } from '../../lib/purposes.ts';
import { PremiumNotice } from '../../ui/premium-notice.tsx';
import { TestResultView } from '../results/test-result.tsx';
import { PowerFinding } from './power-finding.tsx';

const samples: Readonly<Record<Purpose, () => Promise<{ default: unknown }>>> = {
  compare: () => import('./samples/compare.json'),
  relate: () => import('./samples/relate.json'),
  explain: () => import('./samples/explain.json'),
  series: () => import('./samples/series.json'),
  structure: () => import('./samples/structure.json'),
  distribution: () => import('./samples/distribution.json'),
  power: () => import('./samples/power.json'),
};

type Sample = { readonly answer: Association } | { readonly power: PowerResult };

const read = (purpose: Purpose, found: unknown): Sample =>
  purpose === 'power' ? { power: powerResult.parse(found) } : { answer: association.parse(found) };

/**
 * In the place of an answer that the plan does not include: the notice, and what such an answer
 * looks like, as it was computed of the demo orders (scripts/write-sample-answers.ts).
 */
export function ProAnswer({ purpose }: { purpose: Purpose }) {
  const [sample, setSample] = useState<Sample | null>(null);
  useEffect(() => {
    let isWanted = true;
    void samples[purpose]().then(
      (found) => isWanted && setSample(read(purpose, found.default)),
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
      {sample !== null && (
        <section className="ask-sample" aria-labelledby="sample-title">
          <h2 id="sample-title">
            A sample answer{' '}
            <span className="s2">
              {'power' in sample
                ? 'of a usual design, not of the figures above'
                : 'of the demo orders, not of your data'}
            </span>
          </h2>
          {'power' in sample ? (
            <PowerFinding result={sample.power} />
          ) : (
            !('matrix' in sample.answer) && (
              <TestResultView result={sample.answer} call={null} onUse={null} prefix="sample" />
            )
          )}
        </section>
      )}
    </>
  );
}
