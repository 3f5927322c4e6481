/**
 * Tables with planted faults and clean tables, by which the alerts are judged. The generator was
 * written before the detectors and knows nothing of them; one seed gives one set of tables.
 */
import type { AlertKind } from '@columnist/contract';
import { list, Randomness, type Cells } from './testing-draws.ts';
import { faults } from './testing-faults.ts';
import { subjects } from './testing-subjects.ts';

interface PlantedTable {
  readonly title: string;
  readonly cells: Cells;
  /** An alert of one of these kinds is expected, with these columns among its own. */
  readonly kinds: readonly AlertKind[];
  readonly columns: readonly string[];
}

/** Tables with one fault each. */
export const plantedTables = (seed: number): PlantedTable[] =>
  faults.map(([subject, kinds, columns, title, plant], i) => {
    const chance = new Randomness(1000 * seed + i);
    const cells = subjects[subject](chance);
    plant(cells, chance);
    return { title: `${subject}: ${title}`, cells, kinds, columns };
  });

/** Tables without a fault, three of each subject. */
export const cleanTables = (seed: number): { readonly title: string; readonly cells: Cells }[] =>
  Object.entries(subjects).flatMap(([subject, make], s) =>
    list(3, (i) => ({
      title: `${subject} ${String(i + 1)}`,
      cells: make(new Randomness(1000 * seed + 500 + 3 * s + i)),
    })),
  );
