import { cleaningSteps, type CleaningStep, type TestResult, type View } from '@columnist/contract';
import { sayCount } from '../say-count.ts';

/** What a step did, without a cell, a row or the reason that somebody gave. */
function sayWithoutCells(step: CleaningStep): string {
  if (step.step === 'correct_cells') return `${sayCount(step.cells.length, 'cell')} corrected`;
  if (step.step === 'delete_rows') return `${sayCount(step.rows.length, 'row')} deleted`;
  return cleaningSteps(withoutReason(step)).said;
}

function withoutReason(step: CleaningStep): CleaningStep {
  if (!('why' in step)) return step;
  const { why: _, ...said } = step;
  return said;
}

const editsCells = ({ step }: CleaningStep): boolean =>
  step === 'correct_cells' || step === 'delete_rows';

const codeLeftOut = [
  '# Single cells or rows were edited before this result, and are not shared with it:',
  '# the code, which would name them, is left out.',
].join('\n');

/**
 * A result that tells of edits of single cells and rows only how many they are. The steps are taken
 * out of the view, and so is the code that makes them again.
 */
export function withoutEdits(result: TestResult): TestResult {
  if (result.view === null) return result;
  const { clean = [], ...rest } = result.view;
  const said = new Map(clean.map((step) => [cleaningSteps(step).said, sayWithoutCells(step)]));
  const words = (text: string): string => said.get(text) ?? text;
  const left = clean.filter((step) => !editsCells(step)).map(withoutReason);
  const view: View = left.length === 0 ? rest : { clean: left, ...rest };
  return {
    ...result,
    view,
    ...(result.view_in_words === undefined
      ? {}
      : { view_in_words: result.view_in_words.map(words) }),
    ...(result.view_effects === undefined
      ? {}
      : {
          view_effects: result.view_effects.map((effect) => ({
            ...effect,
            step: words(effect.step),
          })),
        }),
    ...(said.size > 0 && [...said].some(([said, shown]) => said !== shown)
      ? { code: { r: codeLeftOut, python: codeLeftOut } }
      : {}),
  };
}
