import type { Condition, Dataset } from '@columnist/contract';
import { Popover } from 'antd';
import { useState } from 'react';
import { Icon } from '../../app/icons.tsx';
import { ConditionForm } from './condition-form.tsx';
import { sayCondition } from './row-view.ts';

interface FilterBarProps {
  readonly dataset: Dataset;
  readonly conditions: readonly Condition[];
  readonly onChange: (conditions: readonly Condition[]) => void;
}

/** The conditions that all must hold, each a chip, and a form for one more. */
export function FilterBar({ dataset, conditions, onChange }: FilterBarProps) {
  const [open, setOpen] = useState(false);
  const add = (condition: Condition) => {
    const said = sayCondition(condition);
    onChange([...conditions.filter((other) => sayCondition(other) !== said), condition]);
    setOpen(false);
  };
  return (
    <div className="fb-c">
      {conditions.map((condition) => {
        const said = sayCondition(condition);
        return (
          <span key={said} className="chip">
            <span title={said}>{said}</span>
            <button type="button" className="btn txt ico" aria-label={`Remove filter ${said}`} onClick={() => onChange(conditions.filter((other) => other !== condition))}>
              <Icon name="close" />
            </button>
          </span>
        );
      })}
      <Popover trigger="click" open={open} onOpenChange={setOpen} placement="bottomLeft" destroyOnHidden content={<ConditionForm dataset={dataset} onAdd={add} />}>
        <button type="button" className="btn" aria-expanded={open}>
          <Icon name="filter" />
          Add filter
        </button>
      </Popover>
      {conditions.length > 1 && (
        <button type="button" className="btn txt" onClick={() => onChange([])}>
          Clear all
        </button>
      )}
    </div>
  );
}
