/** A figure by its name; where there is none, why. */
export type Figure = readonly [name: string, value: string | null, reason?: string | undefined];

export function FigureTable({ title, figures }: { title: string; figures: readonly Figure[] }) {
  return (
    <section>
      <h3>{title}</h3>
      <table className="kv">
        <tbody>
          {figures.map(([name, value, reason]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{value ?? <span className="why">{reason ?? '–'}</span>}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

export function Fact({ name, value, note = '' }: { name: string; value: string; note?: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {value} {note !== '' && <small>{note}</small>}
      </dd>
    </div>
  );
}
