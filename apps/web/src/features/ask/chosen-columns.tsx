import { titleOf, type DatasetColumn } from '@columnist/contract';
import { Select } from 'antd';
import { TypeGlyph } from '../../ui/icons.tsx';
import { canBeAsked } from './asked.ts';

/** The columns that are asked about, of any purpose. */
export function ChosenColumns({
  columns,
  chosen,
  onChoose,
}: {
  columns: readonly DatasetColumn[];
  chosen: readonly string[];
  onChoose: (names: readonly string[]) => void;
}) {
  return (
    <div className="gq ask-about">
      <label htmlFor="ask-about" className="voice">
        Ask about
      </label>
      <Select
        id="ask-about"
        aria-label="Ask about"
        mode="multiple"
        className="ask-columns"
        optionFilterProp="text"
        placeholder="choose columns"
        value={[...chosen]}
        options={columns.filter(canBeAsked).map((column) => {
          const title = titleOf(column);
          return {
            value: column.name,
            text: `${column.name} ${title}`,
            label: (
              <span className="with-glyph">
                <TypeGlyph type={column.type} />
                {column.name}
                {title !== column.name && <span className="s3 xs">{title}</span>}
              </span>
            ),
          };
        })}
        onChange={(names: string[]) => onChoose(names)}
      />
    </div>
  );
}
