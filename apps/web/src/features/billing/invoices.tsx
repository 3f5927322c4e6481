import { RequestFailed } from '../../ui/request-failed.tsx';
import { formatDay } from '../../lib/formats.ts';
import { trpc } from '../../lib/trpc.ts';

const money = (amount: number, currency: string): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(amount);

/** What was billed, newest first; nothing where nothing was. */
export function Invoices() {
  const invoices = trpc.usage.invoices.useQuery({});
  if (invoices.isError)
    return (
      <RequestFailed
        text="Your invoices could not be loaded."
        error={invoices.error}
        onRetry={invoices.refetch}
      />
    );
  if (invoices.data === undefined || invoices.data.items.length === 0) return null;
  return (
    <section className="sec mt32" aria-labelledby="invoices-title">
      <header>
        <h2 id="invoices-title">Invoices</h2>
      </header>
      <table className="tb">
        <thead>
          <tr>
            <th>Number</th>
            <th>Date</th>
            <th>Status</th>
            <th className="num">Amount</th>
          </tr>
        </thead>
        <tbody>
          {invoices.data.items.map(
            ({ id, number, created_at: created, status, amount, currency, url }) => (
              <tr key={id}>
                <td>{url === null ? (number ?? id) : <a href={url}>{number ?? id}</a>}</td>
                <td>{formatDay(created)}</td>
                <td>{status === 'paid' ? 'Paid' : 'Open'}</td>
                <td className="num">{money(amount, currency)}</td>
              </tr>
            ),
          )}
        </tbody>
      </table>
    </section>
  );
}
