import { Brand } from '../ui/brand.tsx';
import { useStaged } from '../lib/use-staged.ts';
import { usePageTitle } from '../ui/use-page-title.ts';
import coverage from '../features/validation/coverage.json';
import figures from '../features/validation/figures.json';
import { ofNumbers, ofText, PlainTable } from '../ui/plain-table.tsx';
import './text-page.css';

const digits = (value: number | null): string => (value === null ? '–' : value.toFixed(1));
const worst = (all: readonly (number | null)[]): string =>
  digits(Math.min(...all.filter((one) => one !== null)));

/** How exact the figures are, for everybody to read; the figures are written by the benchmark. */
export default function ValidationPage() {
  usePageTitle('Validation');
  const { sets, rows, versions } = figures;
  // Hundreds of rows at once would be one long task.
  const drawn = useStaged(3);
  return (
    <main className="page text-page validation">
      <Brand to="/dashboard" />
      <h1 className="mt24">Validation</h1>
      <p className="voice finding-small mt16">
        {rows.length} procedures agree with R, SciPy and mpmath to at least{' '}
        {worst(
          rows.filter(({ name }) => name !== 'sample_size').map(({ statistics }) => statistics),
        )}{' '}
        digits in statistics and {worst(rows.map(({ p }) => p))} in p-values; NIST’s certified
        values are met to {worst(sets.flatMap((set) => Object.values(set.figures)))} digits or more.
      </p>
      <p>
        Digits are −log₁₀ of the relative error, 15 at most; each row shows the fewest of any figure
        of any case. The figures are written by the benchmark that every change can repeat: pnpm
        bench:accuracy.
      </p>
      <h2>NIST Statistical Reference Datasets</h2>
      <p>
        Certified values, computed through the product: the file is uploaded, read and asked.
        Decimal text stays exact until the sums are done, so the sets that were made to lose digits
        lose none.
      </p>
      <PlainTable
        name="NIST Statistical Reference Datasets"
        heads={[ofText('set'), ofText('digits')]}
      >
        {sets.map((set) => (
          <tr key={set.set}>
            <td>{set.set}</td>
            <td>
              {Object.entries(set.figures)
                .map(([name, value]) => `${name} ${digits(value)}`)
                .join(', ')}
            </td>
          </tr>
        ))}
      </PlainTable>
      <h2>Procedures</h2>
      <p>
        Against {versions.join(', ')}; on seeded data and on adversarial data: ties, constants,
        three values or fewer, offsets that dwarf the spread, far values, empty cells, tiny p.
      </p>
      {drawn > 1 && (
        <PlainTable
          name="Procedures"
          heads={[
            ofText('procedure'),
            ofText('reference'),
            ofNumbers('cases'),
            ofNumbers('adversarial'),
            ofNumbers('statistics'),
            ofNumbers('p'),
            ofText('note'),
          ]}
        >
          {rows.map(({ name, reference, cases, difficult, difficulties, statistics, p, note }) => (
            <tr key={name}>
              <td>{name.replaceAll('_', ' ')}</td>
              <td>{reference}</td>
              <td className="num">{cases}</td>
              <td className="num" title={difficulties.join(', ')}>
                {difficult}
              </td>
              <td className="num">{digits(statistics)}</td>
              <td className="num">{digits(p)}</td>
              <td className="validation-note">{note}</td>
            </tr>
          ))}
        </PlainTable>
      )}
      {drawn > 2 && <FigureCoverage />}
    </main>
  );
}

/** Which numbers of the answers of each method are compared with a reference program. */
function FigureCoverage() {
  const count = (value: number): string => value.toLocaleString('en');
  return (
    <>
      <h2>Figure coverage</h2>
      <p>
        {count(coverage.compared)} of {count(coverage.numbers)} numbers in the answers of every
        method, in all its forms, are compared with a reference program that is no part of the
        product: counts, levels, tables, pictures and numbers in sentences among them. Written on{' '}
        {coverage.written}.
      </p>
      <PlainTable
        name="Figure coverage"
        heads={[
          ofText('method'),
          ofText('reference'),
          ofNumbers('numbers'),
          ofNumbers('compared'),
          ofNumbers('statistics'),
          ofNumbers('p'),
          ofText('fewer digits'),
        ]}
      >
        {coverage.rows.map(({ name, reference, numbers, compared, statistics, p, reasons }) => (
          <tr key={name}>
            <td>{name}</td>
            <td>{reference}</td>
            <td className="num">{count(numbers)}</td>
            <td className="num">{count(compared)}</td>
            <td className="num">{digits(statistics)}</td>
            <td className="num">{digits(p)}</td>
            <td className="validation-note">{reasons.join('; ')}</td>
          </tr>
        ))}
      </PlainTable>
    </>
  );
}
