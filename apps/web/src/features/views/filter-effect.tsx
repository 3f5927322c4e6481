import type { ViewEffect } from '@columnist/contract';
import { plural } from '../../lib/formats.ts';
import { sayLost, sayUndecided } from './view-steps.ts';

interface FilterEffectProps {
  readonly effects: readonly ViewEffect[];
  readonly onTake: (condition: string) => void;
}

/**
 * What a filter could not decide or read, and the values near to those it asks for where it keeps
 * nothing.
 */
export function FilterEffect({ effects, onTake }: FilterEffectProps) {
  const effect = effects.find(({ step }) => step === 'rows filtered');
  if (effect === undefined) return null;
  const { rows_undecided: undecided = 0, nearest = [] } = effect;
  const said = [
    ...(undecided > 0 ? [`${plural(undecided, 'row')} left out because a value is missing`] : []),
    ...(effect.cells_lost > 0 ? [sayLost(effect)] : []),
    ...sayUndecided(effect),
  ];
  if (said.length === 0 && nearest.length === 0) return null;
  return (
    <p className="vb-effect" role="status">
      {said.join(', ')}
      {nearest.length > 0 && (
        <>
          {said.length > 0 && '. '}No row is kept. Did you mean{' '}
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
    </p>
  );
}
