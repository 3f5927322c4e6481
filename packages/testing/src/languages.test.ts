import { describe, expect, it } from 'vitest';
import { interpreterFor, isInstalled, packagesOf } from './languages.ts';

describe('the packages of a piece of code', () => {
  it('are those that R loads, without those that come with it', () => {
    expect(
      packagesOf(
        'R',
        'library(pwr)  # car::Anova is not used\nx <- stats::filter(y)\nnortest::ad.test(x); nortest::lillie.test(x)\n"a::b"',
      ),
    ).toEqual(['pwr', 'nortest', 'a']);
  });
  it('are those that Python imports', () => {
    expect(
      packagesOf(
        'Python',
        'import json, numpy as np\nfrom scipy import stats\nfrom statsmodels.stats.oneway import anova_oneway\nif True:\n    from sklearn.cluster import KMeans  # import nothing\n# import torch\n',
      ),
    ).toEqual(['json', 'numpy', 'scipy', 'statsmodels', 'sklearn']);
  });
});

describe('an interpreter', () => {
  it.for(['R', 'Python'] as const)('of %s is named, or what it lacks', (language, { skip }) => {
    const plain = interpreterFor(language, []);
    skip(plain.command === null, plain.lacks ?? '');
    expect(isInstalled(plain.command ?? '')).toBe(true);
    expect(interpreterFor(language, ['nosuchpackage'])).toEqual({
      command: null,
      lacks: `${language} has no package nosuchpackage`,
    });
    expect(interpreterFor(language, ['nosuchpackage', 'norsuchone'])).toEqual({
      command: null,
      lacks: `${language} has no packages nosuchpackage, norsuchone`,
    });
  });
  it('is missing where its command is', () => {
    expect(isInstalled('no-such-command')).toBe(false);
  });
});
