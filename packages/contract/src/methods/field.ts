import { z } from 'zod';

/** One of the values that a field may have, and how it is named. */
export interface Choice {
  readonly value: string | boolean | number;
  readonly label: string;
}

/** What is chosen in a place of the sentence or in the details of a form. */
export type FieldKind =
  /** A column. `any`: numbers, or values that are groups. */
  | {
      readonly kind: 'number' | 'category' | 'any' | 'time';
      readonly label: string;
      readonly optional?: true;
    }
  /** Several columns. `first`: many are chosen at first, or those with missing values. */
  | {
      readonly kind: 'numbers' | 'categories';
      readonly label: string;
      readonly most: number;
      readonly optional?: true;
      readonly first?: 'many' | 'missing';
    }
  | {
      readonly kind: 'figure';
      readonly label: string;
      readonly first?: number;
      /** It has no usual value. */
      readonly needed?: true;
      /** What the form takes; programs may ask for others. */
      readonly between?: readonly [least: number, most: number];
    }
  /** One value of the column in the field `of`, or several. `usual`: what is meant by none. */
  | {
      readonly kind: 'value' | 'values';
      readonly label: string;
      readonly of: string;
      readonly usual?: string;
    }
  | { readonly kind: 'choice'; readonly label: string; readonly options: readonly Choice[] };

const kinds = z.registry<FieldKind>();

/** A field of a method's input, branded with what it means. */
export function field<Schema extends z.ZodType>(schema: Schema, kind: FieldKind): Schema {
  kinds.add(schema, kind);
  return schema;
}

/** What a field means; undefined where it is in no form. */
export const kindOf = (schema: z.ZodType): FieldKind | undefined => kinds.get(schema);

/** Whether a field names columns. */
export const namesColumns = ({ kind }: FieldKind): boolean =>
  kind === 'number' ||
  kind === 'category' ||
  kind === 'any' ||
  kind === 'time' ||
  kind === 'numbers' ||
  kind === 'categories';

/** The name of a column, in whatever file. */
export const columnName = (description?: string): z.ZodString => {
  const name = z.string().min(1).max(1000);
  return description === undefined ? name : name.describe(description);
};

export const numberColumn = (label: string, description?: string): z.ZodString =>
  field(columnName(description), { kind: 'number', label });
export const categoryColumn = (label: string, description?: string): z.ZodString =>
  field(columnName(description), { kind: 'category', label });
