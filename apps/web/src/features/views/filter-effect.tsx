import type { ViewEffect } from '@columnist/contract';
import { plural } from '../../lib/formats.ts';
import { sayLost, sayUndecided } from './view-steps.ts';

interface FilterEffectProps {
  readonly effects: readonly ViewEffect[];
  readonly onTake: (condition: string) => void;
  /** Takes a filter in place of the whole one. */
  readonly onReplace: (filter: string) => void;
}

/**
 * What a filter could not decide or read, the values near to those it asks for that no row has,
 * and the filter by whole days where it cuts one.
 */
export function FilterEffect({ effects, onTake, onReplace }: FilterEffectProps) {
  const effect = effects.find(({ step }) => step === 'rows filtered');
  if (effect === undefined) return null;
  const { rows_undecided: undecided = 0, nearest = [], by_days: byDays } = effect;
  const said = [
    ...(undecided > 0 ? [`${plural(undecided, 'row')} left out because a value is missing`] : []),
    ...(effect.cells_lost > 0 ? [sayLost(effect)] : []),
    ...sayUndecided(effect),
  ];
  if (said.length === 0 && nearest.length === 0 && byDays === undefined) return null;
  return (
    <p className="vb-effect" role="status">
      {said.join(', ')}
      {nearest.length > 0 && (
        <>
          {said.length > 0 && '. '}No row has a value that is asked for. Did you mean{' '}
          {nearest.map((condition) => (
            <button
              key={condition}
              type="button"
              className="btn txt sml"
              onClick={() => onTake(condition)}
            >
              {condition}
            </button>
          ))}
        </>
      )}
      {byDays !== undefined && (
        <>
          {(said.length > 0 || nearest.length > 0) && '. '}A day alone is its midnight. For whole
          days take{' '}
          <button type="button" className="btn txt sml" onClick={() => onReplace(byDays)}>
            {byDays}
          </button>
        </>
      )}
    </p>
  );
}
