import type { ColumnPicture as Picture, ColumnType } from '@columnist/contract';
import { ColumnPicture } from '../../ui/column-picture.tsx';

/** The Palmer penguins (CC0): the pictures are those Columnist draws of the file. */
const none = { edges: null, rest: false, clipped: { low: false, high: false }, labels: null };
const bars = (counts: number[]): Picture => ({
  ...none,
  kind: 'number',
  counts,
  n: 342,
  missing: 2,
});
const columns: { name: string; type: ColumnType; picture: Picture }[] = [
  {
    name: 'species',
    type: 'category',
    picture: {
      ...none,
      kind: 'category',
      counts: [152, 124, 68],
      labels: ['Adelie', 'Gentoo', 'Chinstrap'],
      n: 344,
      missing: 0,
    },
  },
  {
    name: 'island',
    type: 'category',
    picture: {
      ...none,
      kind: 'category',
      counts: [168, 124, 52],
      labels: ['Biscoe', 'Dream', 'Torgersen'],
      n: 344,
      missing: 0,
    },
  },
  {
    name: 'bill length, mm',
    type: 'number',
    picture: bars([
      2, 4, 11, 22, 23, 24, 20, 28, 18, 16, 18, 33, 27, 17, 27, 25, 15, 5, 2, 3, 0, 1, 1,
    ]),
  },
  {
    name: 'bill depth, mm',
    type: 'number',
    picture: bars([
      4, 13, 15, 22, 16, 13, 15, 18, 16, 20, 24, 21, 29, 29, 31, 16, 14, 11, 5, 4, 5, 1,
    ]),
  },
  {
    name: 'flipper length, mm',
    type: 'number',
    picture: bars([2, 1, 10, 12, 23, 29, 42, 37, 28, 16, 9, 6, 27, 15, 26, 16, 19, 9, 5, 10]),
  },
  {
    name: 'body mass, g',
    type: 'number',
    picture: bars([3, 8, 17, 22, 39, 31, 34, 23, 21, 20, 17, 23, 16, 13, 13, 9, 16, 8, 7, 1, 1]),
  },
  {
    name: 'sex',
    type: 'category',
    picture: {
      ...none,
      kind: 'category',
      counts: [168, 165],
      labels: ['male', 'female'],
      n: 333,
      missing: 11,
    },
  },
  {
    name: 'year',
    type: 'number',
    picture: {
      ...none,
      kind: 'spikes',
      counts: [110, 114, 120],
      labels: ['2007', '2008', '2009'],
      n: 344,
      missing: 0,
    },
  },
];
const rows = [
  ['Adelie', 'Torgersen', '39.1', '18.7', '181', '3,750', 'male', '2007'],
  ['Adelie', 'Torgersen', '39.5', '17.4', '186', '3,800', 'female', '2007'],
  ['Adelie', 'Torgersen', '40.3', '18.0', '195', '3,250', 'female', '2007'],
  ['Adelie', 'Torgersen', null, null, null, null, null, '2007'],
  ['Adelie', 'Torgersen', '36.7', '19.3', '193', '3,450', 'female', '2007'],
  ['Adelie', 'Torgersen', '39.3', '20.6', '190', '3,650', 'male', '2007'],
];
const isNumber = (column: number) => (columns[column]?.type === 'number' ? 'num' : undefined);

export function Exhibit() {
  return (
    <aside className="lg-x" aria-label="What Columnist does, shown on the Palmer penguins">
      <ol>
        <li>
          <h2>A file</h2>
          <pre className="raw mono">
            {
              'species,island,bill_length_mm,bill_depth_mm,flipper_length_mm,body_mass_g,sex,year\nAdelie,Torgersen,39.1,18.7,181,3750,male,2007\nAdelie,Torgersen,39.5,17.4,186,3800,female,2007\nAdelie,Torgersen,40.3,18,195,3250,female,2007\nAdelie,Torgersen,NA,NA,NA,NA,NA,2007'
            }
          </pre>
        </li>
        <li>
          <h2>becomes columns</h2>
          <div className="lg-t">
            <table className="tb">
              <thead>
                <tr>
                  {columns.map(({ name, type, picture }, i) => (
                    <th key={name} className={isNumber(i)}>
                      <ColumnPicture name={name} type={type} picture={picture} height={40} />
                      <span>{name}</span>
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.map((row) => (
                  <tr key={row.join()}>
                    {row.map((cell, i) => (
                      <td key={columns[i]?.name} className={isNumber(i)}>
                        {cell ?? <span className="na">NA</span>}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </li>
        <li>
          <h2>and then a finding</h2>
          <p className="voice">
            Gentoo penguins are the heaviest, by about 1,360 g. Adelie and Chinstrap do not differ
            detectably.
          </p>
          <p className="sm s2">
            Welch’s <span className="stat">F</span>(2, 189.5) = 317.6,{' '}
            <span className="stat">p</span> &lt; .001, <span className="stat">ω</span>² = 0.67, 95%
            CI 0.61 to 0.71
          </p>
        </li>
      </ol>
    </aside>
  );
}
