import { resultSpec } from '@columnist/charts';
import type { PowerResult } from '@columnist/contract';
import type { Mode } from '@columnist/design';
import { useCallback } from 'react';
import { Isolated } from '../../ui/isolated-text.tsx';
import { Chart } from '../../ui/chart.tsx';

/** What a design finds: the sentence, and the power by size. */
export function PowerFinding({
  result: { sentence, picture },
}: {
  result: Pick<PowerResult, 'sentence' | 'picture'>;
}) {
  const spec = useCallback(
    (mode: Mode, width: number) => resultSpec(picture, [], mode, width),
    [picture],
  );
  return (
    <section className="sec mt8" aria-labelledby="power-finding">
      <h2 id="power-finding" className="voice tr-lead">
        <Isolated text={sentence} />
      </h2>
      <div className="mt16">
        <Chart spec={spec} name="Power by size" height={270} />
      </div>
    </section>
  );
}
