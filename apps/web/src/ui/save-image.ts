import type { TopLevelSpec } from 'vega-lite';
import { saveBlob } from '../lib/save-file.ts';

/** Width of the plot of a picture that is kept, px; PNG has twice as many. */
export const pictureWidth = 720;

export type ImageType = 'png' | 'svg';

/** Hands a picture to the browser to save; nothing where there is none. */
export async function saveImage(
  spec: TopLevelSpec | null,
  name: string,
  type: ImageType,
): Promise<void> {
  if (spec === null) return;
  // What draws without a page is large, and few ask for it.
  const { imageOf } = await import('./chart-image.ts');
  saveBlob(await imageOf(spec, type), `${name}.${type}`);
}
