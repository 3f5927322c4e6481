import {
  everyMethod,
  families,
  kindOf,
  methods as registry,
  operations,
  usualFirst,
} from '@columnist/contract';
import type { AnyMethod, Asking, FieldKind, Slot as Place } from '@columnist/contract';

export const asks = ['compare', 'relate', 'distribution', 'series', 'structure'] as const;
export type Ask = (typeof asks)[number];

/** What the browser asks by a sentence, and the operation that answers. */
const asking = {
  compare: 'compareGroups',
  relate: 'association',
  distribution: 'testDistribution',
  series: 'timeSeries',
  structure: 'structure',
} as const satisfies Record<Ask, Asking>;

/** The tool of agents that asks it. */
export const toolOf = (ask: Ask) => operations.datasets[asking[ask]].mcp.name;
export const askOfTool = (tool: string): Ask | undefined =>
  asks.find((ask) => toolOf(ask) === tool);
/**
 * The adviser names the method, by the columns: of groups or two columns, and of measurements of
 * the same rows.
 */
export const automatic = ['auto', 'auto_pairs'] as const;

/** A place of the sentence where something is chosen. */
export type Slot = FieldKind & { readonly field: string };

/** Whether something must be chosen in it: what it is at first is no answer. */
export function isNeeded(slot: Slot): boolean {
  switch (slot.kind) {
    case 'number':
    case 'category':
    case 'any':
    case 'numbers':
    case 'categories':
      return slot.optional !== true;
    case 'figure':
      return slot.needed === true;
    case 'value':
      return slot.usual === undefined;
    case 'time':
    case 'values':
    case 'choice':
      return false;
  }
}

export interface MethodForm {
  readonly method: string;
  readonly name: string;
  /** Heading in the list of methods. */
  readonly family: string;
  /** Words and slots; the method itself comes at the end. */
  readonly sentence: readonly (string | Slot)[];
  /** What may be left as it is. */
  readonly details: readonly Slot[];
  /** Null where the adviser names the method. */
  readonly definition: AnyMethod | null;
}

const chosen = 'Chosen for you';
const value: Slot = { field: 'value', label: 'Column', kind: 'number' };
const anyColumn = (field: string, label: string): Slot => ({ field, label, kind: 'any' });

const advised: Readonly<Partial<Record<Ask, readonly MethodForm[]>>> = {
  compare: [
    {
      method: 'auto',
      name: 'between groups',
      family: chosen,
      sentence: [
        'Compare',
        anyColumn('value', 'Column'),
        'between groups of',
        { field: 'group', label: 'Groups', kind: 'category' },
      ],
      details: [{ field: 'groups', label: 'Which groups', kind: 'values', of: 'group' }],
      definition: null,
    },
    {
      method: 'auto_pairs',
      name: 'in the same rows',
      family: chosen,
      sentence: [
        'Compare',
        value,
        'with',
        { field: 'other', label: 'Other column', kind: 'number' },
        'in the same rows',
      ],
      details: [],
      definition: null,
    },
  ],
  relate: [
    {
      method: 'auto',
      name: 'any two columns',
      family: chosen,
      sentence: ['Relate', anyColumn('x', 'First column'), 'and', anyColumn('y', 'Second column')],
      details: [],
      definition: null,
    },
  ],
};

function slotIn({ method, input, form }: AnyMethod, field: string): Slot {
  const schema = input[field];
  const kind = form?.kinds[field] ?? (schema === undefined ? undefined : kindOf(schema));
  if (kind === undefined) throw new Error(`The form of ${method} does not know '${field}'.`);
  return { ...kind, field };
}

/** Fields that nearly every method takes. */
export const commonDetails = ['by', 'confidence_level'] as const;

/** The form of a method: its sentence and its details. */
export const formFor = (definition: AnyMethod): MethodForm => ({
  method: definition.method,
  name: definition.title,
  family: families[definition.family],
  sentence: definition.sentence.map((part: string | Place) =>
    typeof part === 'string' ? part : slotIn(definition, part.slot),
  ),
  details: [
    ...definition.details,
    ...commonDetails.filter((field) => definition.input[field] !== undefined),
  ].map((field) => slotIn(definition, field)),
  definition,
});

const inOrder = Object.keys(families);

function formsOf(ask: Ask): readonly MethodForm[] {
  const defined: readonly AnyMethod[] = registry[asking[ask]];
  return [
    ...(advised[ask] ?? []),
    ...usualFirst(defined)
      .toSorted((a, b) => inOrder.indexOf(a.family) - inOrder.indexOf(b.family))
      .map(formFor),
  ];
}

export const methods: Readonly<Record<Ask, readonly MethodForm[]>> = {
  compare: formsOf('compare'),
  relate: formsOf('relate'),
  distribution: formsOf('distribution'),
  series: formsOf('series'),
  structure: formsOf('structure'),
};

export const formOf = (ask: Ask, method: string): MethodForm | undefined =>
  methods[ask].find((one) => one.method === method);
export const askOf = (method: string): Ask | undefined =>
  asks.find((ask) => formOf(ask, method) !== undefined);
export const isAutomatic = (method: string): boolean => automatic.some((one) => one === method);
/** As the registry calls it; methods of different tools may have the same name. */
export const nameOfMethod = (method: string, tool?: string): string =>
  everyMethod.find(
    ([operation, one]) =>
      one.method === method &&
      (tool === undefined || operations.datasets[operation].mcp.name === tool),
  )?.[1].title ?? method;
