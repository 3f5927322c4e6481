/** Who may import whom: see ARCHITECTURE.md. */
const own = (names) => `^packages/(${names.join('|')})/|^apps/`;
const packages = [
  'contract',
  'design',
  'statistics',
  'charts',
  'tables',
  'procedures',
  'workers',
  'core',
  'fleet',
  'api',
  'mcp',
  'cli',
  'sandbox',
];
const mayImport = {
  contract: [],
  design: [],
  statistics: ['contract'],
  charts: ['contract', 'design'],
  tables: ['contract', 'statistics'],
  procedures: ['contract', 'statistics', 'tables'],
  workers: ['contract', 'design', 'charts', 'tables', 'procedures'],
  core: ['contract', 'design', 'statistics', 'workers'],
  fleet: ['contract', 'core', 'workers'],
  api: ['contract', 'design', 'core'],
  mcp: ['contract'],
  cli: ['contract', 'workers'],
  sandbox: [],
  testing: [],
};

const layers = Object.entries(mayImport).map(([name, allowed]) => ({
  name: `${name}-imports`,
  comment: `${name} may import ${allowed.length ? allowed.join(', ') : 'nothing of ours'}.`,
  severity: 'error',
  // What tables and procedures do is tested through the workers that do it.
  from: {
    path: `^packages/${name}/src`,
    ...(['tables', 'procedures'].includes(name)
      ? { pathNot: '[.]test[.]ts$|testing-[a-z]+[.]ts$' }
      : {}),
  },
  to: { path: own(packages.filter((other) => other !== name && !allowed.includes(other))) },
}));

/** The floors of the client, the lowest first: each imports only what lies below it. */
const floors = ['lib', 'ui', 'features', 'pages', 'app'];
const clientFloors = floors.slice(0, -1).map((floor, at) => ({
  name: `web-${floor}-imports-downwards`,
  comment: `${floor} of the client imports nothing of ${floors.slice(at + 1).join(', ')}.`,
  severity: 'error',
  from: { path: `^apps/web/src/${floor}/` },
  to: { path: `^apps/web/src/(${floors.slice(at + 1).join('|')})/` },
}));

module.exports = {
  forbidden: [
    ...layers,
    {
      name: 'statistics-needs-types-only',
      comment: 'statistics knows the contract by its types alone.',
      severity: 'error',
      from: { path: '^packages/statistics/src', pathNot: '[.]test[.]ts$' },
      to: { path: '^packages/contract/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'web-imports',
      comment: 'The client imports contract, design, charts, and of api only the type AppRouter.',
      severity: 'error',
      from: { path: '^apps/web/src' },
      to: {
        path: '^packages/(statistics|tables|procedures|workers|core|fleet|mcp|sandbox)/|^apps/server',
      },
    },
    {
      name: 'web-knows-only-the-type-of-api',
      severity: 'error',
      from: { path: '^apps/web/src' },
      to: { path: '^packages/api/', dependencyTypesNot: ['type-only'] },
    },
    ...clientFloors,
    {
      name: 'no-feature-into-another',
      comment: 'Features of the client share only features/results, which imports no other.',
      severity: 'error',
      from: { path: '^apps/web/src/features/([^/]+)/' },
      to: {
        path: '^apps/web/src/features/',
        pathNot: '^apps/web/src/features/($1|results)/',
      },
    },
    {
      name: 'server-not-web',
      severity: 'error',
      from: { path: '^apps/server/src' },
      to: { path: '^apps/web/src' },
    },
    {
      name: 'sandbox-only-by-dynamic-import',
      comment: 'The stand-ins are loaded outside production only, so the image can leave them out.',
      severity: 'error',
      from: { path: '^apps/server/src', pathNot: '[.]test[.]ts$|/testing[^/]*[.]ts$' },
      to: { path: '^packages/sandbox/', dependencyTypesNot: ['dynamic-import', 'type-only'] },
    },
    {
      name: 'testing-only-in-tests',
      severity: 'error',
      from: {
        path: '^(packages|apps)/',
        pathNot:
          '[.]test[.]tsx?$|testing[.]ts$|/(prepare-)?test(ing)?-databases?[.]ts$|^apps/web/browser/|^packages/testing/',
      },
      to: { path: '^packages/testing/' },
    },
    {
      name: 'no-deep-imports',
      comment:
        'A package is used through its exports. Those of tables and procedures are files: a worker loads what a job needs.',
      severity: 'error',
      from: { path: '^(packages|apps)/([^/]+)/src' },
      to: {
        path: '^packages/(?!tables/|procedures/)([^/]+)/src/(?!index[.]ts$|testing(-databases)?[.]ts$|validation/index[.]ts$|methods/.+[.]ts$|tests/.+[.]ts$)',
        pathNot: '^packages/$2/',
      },
    },
    {
      name: 'duckdb-in-tables-only',
      comment:
        'tables is the only room that knows the database of a table; a file of the tests has it ' +
        'write Parquet.',
      severity: 'error',
      from: {
        path: '^(packages|apps)/',
        pathNot: '^packages/(tables/|testing/src/hostile-binaries[.]ts$)',
      },
      to: { path: '@duckdb/' },
    },
    {
      name: 'no-circular',
      severity: 'error',
      from: { pathNot: '[.]entity[.]ts$' },
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no-unresolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^@columnist/|[.]css$|^virtual:' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|coverage)/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.d.ts'],
    },
  },
};
