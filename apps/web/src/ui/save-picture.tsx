import type { Mode } from '@columnist/design';
import type { TopLevelSpec } from 'vega-lite';
import { useNotices } from './notices.tsx';
import { pictureWidth, saveImage, type ImageType } from './save-image.ts';

/** A chart as a file, in the colours of the light theme. */
export function SavePicture({
  spec,
  name,
}: {
  spec: (mode: Mode, width: number) => TopLevelSpec | null;
  name: string;
}) {
  const { message } = useNotices();
  const save = (type: ImageType) => saveImage(spec('light', pictureWidth), name, type);
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
