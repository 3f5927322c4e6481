import { z } from 'zod';
import type { Tier } from '../plan.ts';
import { datasetId } from './dataset-id.ts';
import type { Family } from './families.ts';
import type { FieldKind } from './field.ts';
import type { Leaning } from './leaning.ts';

/** A place of a sentence where a field is chosen. */
export interface Slot<Name extends string = string> {
  readonly slot: Name;
}
export const slot = <const Name extends string>(name: Name): Slot<Name> => ({ slot: name });

/** Fields of the form that are put together into others of the input. */
export interface FormFields<Name extends string> {
  readonly kinds: Readonly<Record<Name, FieldKind>>;
  /** Fields of the input that are made of these. */
  readonly makes: readonly string[];
  /**
   * The input's fields of these, and these of the input's; undefined where the form cannot ask it.
   */
  readonly toInput: (fields: Readonly<Record<string, unknown>>) => Record<string, unknown>;
  readonly ofInput: (input: Readonly<Record<string, unknown>>) => Record<string, unknown>;
}

/** What a method is, for people and for programs. */
export interface MethodFacts {
  readonly method: string;
  readonly family: Family;
  /** A further family that the tools of agents list it in. */
  readonly alsoIn?: Family;
  readonly tier: Tier;
  /** As it is called in lists and sentences. */
  readonly title: string;
  /** What it asks, and what it is in R or Python: for the documentation. */
  readonly asks: string;
  readonly r: string;
  /** What agents read beside its name. */
  readonly note?: string;
  /** The first of its family. */
  readonly usual?: true;
  /** Whether the adviser chooses among it and others. */
  readonly advised?: true;
  /** What answers the same question of more groups, where it takes two; null where nothing does. */
  readonly ofMore?: string | null;
  /** Figures of its input that are given in place of the effect of a design. */
  readonly effectOf?: readonly string[];
  /** Whether its sentence names a single row and its value: it is not shared without these. */
  readonly namesRow?: true;
  /** How many values it takes, and what takes more. */
  readonly values?: { readonly least: number; readonly most?: number; readonly more?: string };
}

/** A method with its schemas, whatever it takes. */
export interface AnyMethod extends MethodFacts {
  readonly input: Readonly<Record<string, z.ZodType>>;
  readonly sentence: readonly (string | Slot)[];
  readonly details: readonly string[];
  readonly form?: FormFields<string> | undefined;
  readonly example: Readonly<Record<string, unknown>>;
  readonly options: z.ZodObject;
  readonly ofDataset: z.ZodObject;
  readonly leansOn: (input: unknown) => Leaning;
}

/**
 * A statistical method: its input, its sentence in the browser and all words about it. Everything
 * that lists methods reads it from
 * the registry.
 */
export function defineMethod<
  const Method extends string,
  Shape extends Readonly<Record<string, z.ZodType>>,
  Extra extends string = never,
>(
  definition: MethodFacts & {
    readonly method: Method;
    /** Columns are branded fields. */
    readonly input: Shape;
    /** Words and places; the method itself comes at its end. */
    readonly sentence: readonly (string | Slot<(keyof Shape & string) | NoInfer<Extra>>)[];
    /** What may be left as it is. */
    readonly details: readonly ((keyof Shape & string) | NoInfer<Extra>)[];
    readonly form?: FormFields<Extra>;
    /**
     * A right input for a table with the columns mass, wing, bill, kind, sex, before, after, day
     * and gappy.
     */
    readonly example: z.input<z.ZodObject<Shape>>;
    /** What an answer would tell of the cells; throws where it would tell of single rows. */
    readonly leansOn: (input: z.output<z.ZodObject<Shape>>, method: string) => Leaning;
  },
) {
  const { method, input, leansOn } = definition;
  const own = z.object(input);
  const options = z.strictObject({ method: z.literal(method), ...input });
  return {
    ...definition,
    options,
    /** With the dataset that it is asked of. */
    ofDataset: z.strictObject({ method: z.literal(method), ...input, id: datasetId }),
    leansOn: (asked: unknown): Leaning => leansOn(own.parse(asked), method),
  };
}
