/**
 * Of few packages p is that of Dallal & Wilkinson and Stephens: the formulas themselves, with which
 * the figures agree.
 */
export const lillieforsR = ['result <- nortest::lillie.test(x)'];

export const lillieforsPython = [
  'from scipy import stats',
  '',
  'n = len(x)',
  'below = stats.norm.cdf(np.sort((x - x.mean()) / x.std(ddof=1)))',
  'i = np.arange(1, n + 1)',
  'd = max((i / n - below).max(), (below - (i - 1) / n).max())',
  'k, m = (d, n) if n <= 100 else (d * (n / 100) ** 0.49, 100)',
  'result = np.exp(-7.01256 * k**2 * (m + 2.78019) + 2.99587 * k * np.sqrt(m + 2.78019) ' +
    '- 0.122119 + 0.974598 / np.sqrt(m) + 1.67997 / m)',
  'if result > 0.1:',
  '    s = (np.sqrt(n) - 0.01 + 0.85 / np.sqrt(n)) * d',
  '    if s <= 0.302:',
  '        result = 1.0',
  '    elif s <= 0.5:',
  '        result = np.polyval([81.218052, -138.55152, 80.709644, -19.828315, 2.76773], s)',
  '    elif s <= 0.9:',
  '        result = np.polyval([-32.355711, 94.029866, -97.490286, 40.662806, -4.901232], s)',
  '    elif s <= 1.31:',
  '        result = np.polyval([2.423045, -12.234627, 23.186922, -19.558097, 6.198765], s)',
  '    else:',
  '        result = 0.0',
];
