import type { TestResult } from '@columnist/contract';
import { Dropdown } from 'antd';
import type { TopLevelSpec } from 'vega-lite';
import { Icon } from '../../ui/icons.tsx';
import { useNotices } from '../../ui/notices.tsx';
import { pictureWidth, saveImage, type ImageType } from '../../ui/save-image.ts';
import { saveBlob } from '../../lib/save-file.ts';
import { resultAsCsv } from './result-words.ts';

/** The result as files: its picture, its tables, all of it. */
export function DownloadResult({
  result,
  spec,
  onTake,
}: {
  result: TestResult;
  onTake: (() => void) | undefined;
  spec: ((width: number) => TopLevelSpec | null) | null;
}) {
  const { message } = useNotices();
  const name = result.procedure.method.replaceAll('_', '-');
  const failed = () => void message.error('The file could not be made.');
  const draw = (type: ImageType) => saveImage(spec?.(pictureWidth) ?? null, name, type);
  const items = [
    ...(spec === null
      ? []
      : [
          { key: 'png', label: 'Picture, PNG', onClick: () => void draw('png').catch(failed) },
          { key: 'svg', label: 'Picture, SVG', onClick: () => void draw('svg').catch(failed) },
        ]),
    {
      key: 'csv',
      label: 'Figures, CSV',
      onClick: () => saveBlob(new Blob([resultAsCsv(result)], { type: 'text/csv' }), `${name}.csv`),
    },
    {
      key: 'json',
      label: 'All of it, JSON',
      onClick: () =>
        saveBlob(
          new Blob([`${JSON.stringify(result, null, 2)}\n`], { type: 'application/json' }),
          `${name}.json`,
        ),
    },
  ];
  return (
    <Dropdown
      menu={{ items, onClick: () => onTake?.() }}
      trigger={['click']}
      placement="bottomLeft"
    >
      <button type="button" className="btn sml" aria-haspopup="menu">
        <Icon name="download" />
        Download
      </button>
    </Dropdown>
  );
}
