const { options } = require('./.dependency-cruiser.cjs');

/**
 * No two folders import each other, by whatever way round. Tests are left out: they act through the
 * doors of what they test.
 */
module.exports = {
  forbidden: [
    {
      name: 'no-folder-cycles',
      severity: 'error',
      scope: 'folder',
      from: {},
      to: { circular: true },
    },
  ],
  options: {
    ...options,
    exclude: {
      path: `${options.exclude.path}|(^|/)node_modules/|[.]test[.]tsx?$|/testing[^/]*$|^apps/web/browser`,
    },
  },
};
