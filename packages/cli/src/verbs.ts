import {
  allOperations,
  everyMethod,
  operations as contract,
  type AnyMethod,
  type Operation,
} from '@columnist/contract';
import { jobNamed } from '@columnist/workers';
import { fieldsOf, type Field } from './fields.ts';

/** A verb that asks the engine or a server, as the operations of the contract define it. */
export interface Verb {
  readonly name: string;
  /** Usually one; the methods of several may share a verb. */
  readonly operations: readonly Operation[];
  /** Fields given by their place, after the dataset. */
  readonly operands: readonly string[];
  /** What it takes: a dataset, which is a file or one on the server; or nothing. */
  readonly takes: 'dataset' | 'nothing';
  /** What it reads: files of this machine as well as datasets of a server, these alone, or none. */
  readonly reads: 'files' | 'datasets' | 'nothing';
  readonly methods: readonly AnyMethod[];
  readonly summary: string;
}

const methodsOf = (operation: Operation): AnyMethod[] =>
  everyMethod.filter(([name]) => operation.path === `datasets.${name}`).map(([, method]) => method);

/** The name of an operation as the jobs of the engine have it. */
export const jobNameOf = ({ path }: Operation): string => path.replace('datasets.', '');

function readBy(operation: Operation): Verb['reads'] {
  // Its tables are files, named in the statement.
  if (operation.path === contract.datasets.runSql.path) return 'files';
  if (operation.rest?.path.includes('{id}') !== true) return 'nothing';
  return jobNamed(jobNameOf(operation)) === undefined ? 'datasets' : 'files';
}

const named = Map.groupBy(
  allOperations.filter((operation) => operation.cli !== undefined),
  ({ cli }) => cli?.verb ?? '',
);

/** Every verb that is an operation, in the order of the contract. */
export const verbs: readonly Verb[] = [...named].map(([name, operations]) => ({
  name,
  operations,
  operands: operations[0]?.cli?.operands ?? [],
  takes: operations[0]?.rest?.path.includes('{id}') === true ? 'dataset' : 'nothing',
  reads: operations[0] === undefined ? 'nothing' : readBy(operations[0]),
  methods: operations.flatMap(methodsOf),
  summary: operations.map(({ summary }) => summary).join(' '),
}));

/** The operation of a verb, by the method where there are several. */
export const operationOf = (
  { operations }: Verb,
  method: string | undefined,
): Operation | undefined =>
  operations.length === 1
    ? operations[0]
    : operations.find((operation) => methodsOf(operation).some((known) => known.method === method));

/** The method as an option, of a verb that does not take it by its place. */
const methodField = ({ methods }: Verb): Field => ({
  name: 'method',
  option: 'method',
  kind: 'text',
  items: 'text',
  choices: methods.map(({ method }) => method),
  fallback: methods[0]?.method,
  isRequired: false,
  summary: 'Which method.',
});

/** The fields of the input of a verb; of one method where it is named. */
export function fieldsOfVerb(verb: Verb, method?: string): Field[] {
  const asked = verb.methods.filter((known) => method === undefined || known.method === method);
  const schemas =
    asked.length > 0
      ? asked.map(({ ofDataset }) => ofDataset)
      : verb.operations.map(({ input }) => input);
  const fields = new Map<string, Field>();
  if (verb.methods.length > 0 && !verb.operands.includes('method'))
    fields.set('method', methodField(verb));
  for (const field of schemas.flatMap(fieldsOf))
    if (field.name !== 'id' && !fields.has(field.name)) fields.set(field.name, field);
  return [...fields.values()];
}
