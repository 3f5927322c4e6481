/** 60 rows: a factor of three levels and one of two, numbers, counts and an event. */
export const modelRows = `g,h,x,w,y,n,e\n${Array.from({ length: 60 }, (_, i) => {
  const x = ((i * 37) % 61) / 4;
  const y = 3 + 0.8 * x + ([0, 2, -1][i % 3] ?? 0) + ((i * 53) % 29) / 7 - 2;
  return [
    ['a', 'b', 'c'][i % 3],
    i % 2 === 0 ? 'yes' : 'no',
    x,
    1 + (i % 4),
    y,
    (i * 7 + Math.floor(x)) % 9,
    x + ((i * 29) % 17) > 15 ? 1 : 0,
  ].join(',');
}).join('\n')}\n`;
