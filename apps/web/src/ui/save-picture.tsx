import type { Mode } from '@columnist/design';
import type { TopLevelSpec } from 'vega-lite';
import { saveBlob } from '../lib/save-file.ts';
import { useNotices } from './notices.tsx';

/** Width of the plot of a picture that is kept, px; PNG has twice as many. */
const pictureWidth = 720;

/** A chart as a file, in the colours of the light theme. */
export function SavePicture({
  spec,
  name,
}: {
  spec: (mode: Mode, width: number) => TopLevelSpec | null;
  name: string;
}) {
  const { message } = useNotices();
  const save = async (type: 'png' | 'svg'): Promise<void> => {
    const drawn = spec('light', pictureWidth);
    if (drawn === null) return;
    const { imageOf } = await import('./chart-image.ts');
    saveBlob(await imageOf(drawn, type), `${name}.${type}`);
  };
  return (
    <p className="row mt8">
      {(['png', 'svg'] as const).map((type) => (
        <button
          key={type}
          type="button"
          className="btn sml"
          onClick={() =>
            void save(type).catch(() => void message.error('The file could not be made.'))
          }
        >
          Download {type.toUpperCase()}
        </button>
      ))}
    </p>
  );
}
