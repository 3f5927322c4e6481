const sites = ['North', 'South', 'West'];
/** Whole numbers from 0 to below `of`, without an order. */
const mixed = (i: number, of: number): number => (i * 37 + 11) % of;

interface Plot {
  readonly plot: string;
  readonly site: string;
  readonly treatment: string;
  readonly day: string;
  readonly rain: number;
  readonly height: number;
  readonly crop: number;
}

/**
 * 120 plots of a field: the crop grows with the rain and is larger in the West; the spelling of a
 * treatment varies, and the height of the plot in row 71 is impossible.
 */
const plots: readonly Plot[] = Array.from({ length: 120 }, (_, i) => {
  const rain = 20 + mixed(i, 61);
  return {
    plot: `P${101 + i}`,
    site: sites[i % 3] ?? '',
    treatment: i % 2 === 0 ? 'Compost' : i % 20 === 1 ? 'control' : 'Control',
    day: new Date(Date.UTC(2026, 2, 1 + i)).toISOString().slice(0, 10),
    rain,
    height: i === 70 ? 940 : 60 + mixed(i, 31),
    crop: Number((rain / 10 + (i % 3) * 1.5 + mixed(i, 17) / 10).toFixed(1)),
  };
});

const csvOf = (rows: readonly Plot[]): string =>
  `plot,site,treatment,day,rain,height,crop\n${rows
    .map((row) => Object.values(row).join(','))
    .join('\n')}\n`;

export const plotsCsv = csvOf(plots);

/** A month later: two crops were measured again, and one plot was given up. */
export const laterPlotsCsv = csvOf(
  plots.flatMap((row, i) =>
    i === 5 ? [] : i === 9 || i === 30 ? [{ ...row, crop: row.crop + 1 }] : [row],
  ),
);

/** The owners of the sites. */
export const sitesCsv = 'site,owner\nNorth,Ada\nSouth,Ben\nWest,Cy\n';
