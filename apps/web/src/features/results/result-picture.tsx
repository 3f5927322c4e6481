import { resultHeight, resultSpec } from '@columnist/charts';
import type { TestResult } from '@columnist/contract';
import type { Mode } from '@columnist/design';
import { useCallback } from 'react';
import { Chart } from '../../ui/chart.tsx';

export interface TitledPicture {
  readonly title: string;
  readonly picture: NonNullable<TestResult['picture']>;
}

/** A picture of a result that marks no rows. */
export function ResultPicture({ title, picture }: TitledPicture) {
  const spec = useCallback(
    (mode: Mode, width: number) => resultSpec(picture, [], mode, width),
    [picture],
  );
  return <Chart spec={spec} name={title} height={resultHeight(picture)} />;
}
