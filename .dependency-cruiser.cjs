/** Who may import whom: see ARCHITECTURE.md. */
const own = (names) => `^packages/(${names.join('|')})/|^apps/`;
const packages = ['contract', 'statistics', 'charts', 'engine', 'core', 'api', 'mcp', 'sandbox'];
const mayImport = {
  contract: [],
  statistics: ['contract'],
  charts: ['contract'],
  engine: ['contract', 'statistics', 'charts'],
  core: ['contract', 'statistics', 'engine'],
  api: ['contract', 'core'],
  mcp: ['contract'],
  sandbox: [],
  testing: [],
};

const layers = Object.entries(mayImport).map(([name, allowed]) => ({
  name: `${name}-imports`,
  comment: `${name} may import ${allowed.length ? allowed.join(', ') : 'nothing of ours'}.`,
  severity: 'error',
  from: { path: `^packages/${name}/src` },
  to: { path: own(packages.filter((other) => other !== name && !allowed.includes(other))) },
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
      comment: 'The client imports contract, charts, and of api only the type AppRouter.',
      severity: 'error',
      from: { path: '^apps/web/src' },
      to: { path: '^packages/(statistics|engine|core|mcp|sandbox)/|^apps/server' },
    },
    {
      name: 'web-knows-only-the-type-of-api',
      severity: 'error',
      from: { path: '^apps/web/src' },
      to: { path: '^packages/api/', dependencyTypesNot: ['type-only'] },
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
      from: { path: '^apps/server/src', pathNot: '[.]test[.]ts$|testing[.]ts$' },
      to: { path: '^packages/sandbox/', dependencyTypesNot: ['dynamic-import', 'type-only'] },
    },
    {
      name: 'testing-only-in-tests',
      severity: 'error',
      from: {
        path: '^(packages|apps)/',
        pathNot: '[.]test[.]tsx?$|testing[.]ts$|^packages/testing/',
      },
      to: { path: '^packages/testing/' },
    },
    {
      name: 'no-deep-imports',
      comment: 'A package is used through its exports.',
      severity: 'error',
      from: { path: '^(packages|apps)/([^/]+)/src' },
      to: {
        path: '^packages/([^/]+)/src/(?!index[.]ts$|testing[.]ts$|validation/index[.]ts$|methods/.+[.]ts$)',
        pathNot: '^packages/$2/',
      },
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
    exclude: { path: '(^|/)(dist|coverage|node_modules)/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.d.ts'],
    },
  },
};
