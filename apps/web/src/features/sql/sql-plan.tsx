import type { SqlResult } from '@columnist/contract';
import { plural } from '../../lib/formats.ts';

/** How a statement would be run: each step above those whose rows it takes. */
export function SqlPlan({ plan, steps }: { plan: string; steps: SqlResult['plan_steps'] }) {
  return (
    <section className="sec mt24" aria-labelledby="sql-plan">
      <header>
        <h2 id="sql-plan">How it would be run</h2>
        <p>read from below; rows are estimated</p>
      </header>
      <ul className="sqs">
        {(steps ?? []).map(({ depth, text, rows }, i) => (
          <li key={i} style={{ paddingLeft: `${depth * 20}px` }}>
            {text}
            {rows !== null && <small>{plural(rows, 'row')}</small>}
          </li>
        ))}
      </ul>
      <details className="mt16">
        <summary className="sm s2">As the engine draws it</summary>
        <pre className="sqp">{plan}</pre>
      </details>
    </section>
  );
}
