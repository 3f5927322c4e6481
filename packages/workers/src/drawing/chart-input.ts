import type { View } from '@columnist/contract';

export interface ChartInput {
  readonly x: string;
  readonly y?: string | undefined;
  readonly view?: View | undefined;
  readonly theme: 'light' | 'dark';
  /** px */
  readonly width: number;
}
