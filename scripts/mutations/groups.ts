/** Files that are mutated together, and the tests that have to notice it. Paths are globs. */
export interface Group {
  readonly name: string;
  readonly files: readonly string[];
  readonly tests: readonly string[];
  /** Tests that the quick sample of the gate begins with; those beside the changed files follow. */
  readonly quick: readonly string[];
  /** Mutations by StrykerJS that are left out here. */
  readonly without: readonly string[];
  /** Whether jobs go to workers as in the server; else they are done in the process of the test. */
  readonly hasWorkers: boolean;
}

const answers = [
  'packages/procedures/src/{association,comparison,references,true-answers}.test.ts',
  'packages/procedures/src/{measurements,models,series,several-factors,structure}/*.test.ts',
  'packages/procedures/src/references/coverage.test.ts',
];
const sentences = ['packages/procedures/src/wording.test.ts'];

export const groups: readonly Group[] = [
  {
    name: 'formulas of statistics',
    files: ['packages/statistics/src/*/**/*.ts'],
    // What ends soonest first: a mutant that is killed is not tried again.
    tests: [
      'packages/statistics/src/validation/*.test.ts',
      'packages/statistics/src/**/*.test.ts',
      ...answers,
    ],
    quick: ['packages/statistics/src/**/*.test.ts'],
    // Names of figures, which the tests of answers compare.
    without: ['StringLiteral'],
    hasWorkers: false,
  },
  {
    name: 'procedures',
    files: ['packages/procedures/src/!(references|advice|alerts)/*.ts'],
    tests: [...answers, ...sentences],
    quick: ['packages/procedures/src/references/coverage.test.ts', ...sentences],
    // Sentences and code are compared whole by wording.snapshot.txt and by running them.
    without: ['StringLiteral', 'Regex'],
    hasWorkers: false,
  },
  {
    name: 'expressions and views',
    files: ['packages/tables/src/views/*.ts', 'packages/contract/src/expression/*.ts'],
    tests: ['packages/tables/src/views/*.test.ts', 'packages/contract/src/**/*.test.ts'],
    quick: ['packages/tables/src/views/{compile-filter,evaluate-expression,scope}.test.ts'],
    without: [],
    hasWorkers: false,
  },
  {
    name: 'admission of CSV files',
    files: ['packages/tables/src/admission/**/*.ts'],
    tests: [
      'packages/tables/src/admission/{types-by-context,decimal-marks,table-found,odd-files,read-right}.test.ts',
      'packages/tables/src/admission/*.test.ts',
    ],
    quick: [
      'packages/tables/src/admission/{named-dates,count-records,refuse-bad-files,decimal-marks}.test.ts',
    ],
    // Sentences of notes and SQL, which either runs or does not.
    without: ['StringLiteral'],
    hasWorkers: false,
  },
  {
    name: 'policies, quotas, tokens and billing',
    files: [
      'packages/core/src/context.ts',
      'packages/core/src/{usage,billing,users,sessions}/*.ts',
      'packages/core/src/accounts/{authenticate,create-api-key,limit-api-key,refresh,regenerate-api-key,revoke-api-key}.ts',
    ],
    tests: [
      'packages/core/src/orm.test.ts',
      'packages/core/src/{usage,billing,users,sessions,accounts,admin,second-factors}/*.test.ts',
      'packages/core/src/datasets/records/*.test.ts',
      'apps/server/src/{billing,billing-log,billing-repairs,doors,audit,named-keys,session-cookie,step-up,throttles}.test.ts',
    ],
    quick: ['packages/core/src/{usage,billing,users,sessions}/*.test.ts'],
    without: [],
    hasWorkers: true,
  },
];

/** Tests that draw a sample in the gate, and their part that takes every case here. */
export const whole: Readonly<Record<string, string>> = {
  'packages/procedures/src/references/coverage.test.ts': 'every number of an answer',
};
