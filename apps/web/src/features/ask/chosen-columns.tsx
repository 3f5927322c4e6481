import { titleOf, type DatasetColumn } from '@columnist/contract';
import { Select } from 'antd';
import { ColumnOption } from '../../ui/column-option.tsx';
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
          return {
            value: column.name,
            text: `${column.name} ${titleOf(column)}`,
            label: <ColumnOption column={column} />,
          };
        })}
        onChange={(names: string[]) => onChoose(names)}
      />
    </div>
  );
}
