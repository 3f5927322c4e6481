import type { View } from '@columnist/contract';
import { samplesOf } from '@columnist/statistics';
import type { Connection } from '@columnist/tables/database/connection';
import type { TableRef } from '@columnist/tables/table/table-ref';
import { describeGroups } from '../describe-groups.ts';
import { unfit } from '../finding.ts';
import { groupsPicture } from '../pictures.ts';
import { readGroups, type ReadGroups } from '../read-groups.ts';

export interface NumberAndGroups {
  readonly x: string;
  readonly y: string;
  readonly view?: View | undefined;
}

/** The values of x by the groups of y. */
export const readNumberAndGroups = (
  connection: Connection,
  table: TableRef,
  { x, y, view }: NumberAndGroups,
): Promise<ReadGroups> => readGroups(connection, table, { value: x, group: y, view });

/**
 * Groups that have values, with what both procedures show of them. Throws invalid_input where there
 * are fewer than two.
 */
export function filledGroups(
  input: NumberAndGroups & { readonly confidence_level: number },
  read: ReadGroups,
) {
  const { samples, scale } = samplesOf(read.values, read.scale);
  const filled = samples.filter(({ n }) => n > 0);
  if (filled.length < 2 || read.used < 3)
    throw unfit(
      `'${input.y}' has fewer than two groups with values of '${input.x}' here.`,
      'y',
      'Choose another column or another view.',
    );
  const names = read.names.filter((_, i) => (samples[i]?.n ?? 0) > 0);
  const groups = describeGroups(names, { samples: filled, scale }, input.confidence_level);
  const common = { groups, picture: groupsPicture(input.x, names, { samples: filled, scale }) };
  return { filled, common };
}
