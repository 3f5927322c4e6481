import type { Dataset, Lineage } from '@columnist/contract';
import { Link } from 'react-router-dom';
import { detailOf } from '../../lib/errors.ts';
import { trpc } from '../../lib/trpc.ts';
import { useNotices } from '../../ui/notices.tsx';
import { RequestFailed } from '../../ui/request-failed.tsx';
import './lineage.css';

type Node = Lineage['datasets'][number];

const states: Readonly<Record<Node['state'], string>> = {
  source: 'Uploaded',
  current: 'Current',
  out_of_date: 'Out of date',
  failed: 'Not made again',
  by_hand: 'Chosen by hand',
  kept: 'Saved rows',
  missing: 'Deleted',
};

/** What a dataset was made of and what was made of it, as a drawing and as a list. */
export function LineageSection({ dataset }: { dataset: Dataset }) {
  const { message } = useNotices();
  const utils = trpc.useUtils();
  const found = trpc.datasets.lineage.useQuery({ id: dataset.id });
  const rebuild = trpc.datasets.rebuild.useMutation({
    onSuccess: async ({ version }) => {
      await utils.datasets.invalidate();
      void message.success(`Version ${version} is made of the newest sources.`);
    },
    onError: async (error) => {
      await utils.datasets.lineage.invalidate();
      void message.error(detailOf(error, 'Failed to make the dataset again'));
    },
  });
  if (found.isError)
    return (
      <RequestFailed
        text="Failed to load what it was made of"
        error={found.error}
        onRetry={found.refetch}
      />
    );
  if (found.data === undefined || found.data.datasets.length < 2) return null;
  const { datasets, links, hidden } = found.data;
  const own = datasets.find(({ id }) => id === dataset.id);
  const named = (ids: readonly string[]): string =>
    ids.map((id) => datasets.find((one) => one.id === id)?.name ?? '').join(', ');
  return (
    <section className="sec mt32" aria-labelledby="lineage-title">
      <header>
        <h2 id="lineage-title">Sources and what is made of them</h2>
        {own?.combination !== null && own?.combination !== undefined && (
          <div className="r">
            <button
              type="button"
              className="btn sml"
              disabled={rebuild.isPending}
              onClick={() => rebuild.mutate({ id: dataset.id })}
            >
              Combine again
            </button>
          </div>
        )}
      </header>
      <div className="scroll-x" tabIndex={0} role="group" aria-label="Drawing">
        <LineageDrawing lineage={found.data} />
      </div>
      <ul className="lin-list">
        {datasets.map(({ id, name, version, state, made, problem, notes }) => {
          const from = links.filter(({ to }) => to === id).map((link) => link.from);
          return (
            <li key={id}>
              {state === 'missing' || id === dataset.id ? (
                <b>{name}</b>
              ) : (
                <Link to={`/datasets/${id}`}>{name}</Link>
              )}{' '}
              <span
                className={`tag${state === 'failed' || state === 'out_of_date' ? ' warn' : ''}`}
              >
                {states[state]}
              </span>{' '}
              {version !== null && `version ${version}`}
              {made === null ? (from.length === 0 ? '' : `, made of ${named(from)}`) : `, ${made}`}
              {problem !== null && <p className="s2">{problem}</p>}
              {notes.map((note, i) => (
                <p key={i} className="s2">
                  {note}
                </p>
              ))}
            </li>
          );
        })}
      </ul>
      {hidden > 0 && <p className="sm s2">{hidden} more that you may not see.</p>}
    </section>
  );
}

const box = { width: 190, height: 34, gap: 14, between: 70 };

/** How many steps each dataset is from what was uploaded. */
function depthsOf({ datasets, links }: Lineage): Map<string, number> {
  const depths = new Map(datasets.map(({ id }) => [id, 0]));
  for (let round = 0; round < datasets.length; round++)
    for (const { from, to } of links)
      depths.set(to, Math.max(depths.get(to) ?? 0, (depths.get(from) ?? 0) + 1));
  return depths;
}

function LineageDrawing({ lineage }: { lineage: Lineage }) {
  const depths = depthsOf(lineage);
  const columns = Map.groupBy(lineage.datasets, ({ id }) => depths.get(id) ?? 0);
  const places = new Map(
    [...columns].flatMap(([depth, nodes]) =>
      nodes.map(({ id }, i): [string, { x: number; y: number }] => [
        id,
        { x: depth * (box.width + box.between) + 1, y: i * (box.height + box.gap) + 1 },
      ]),
    ),
  );
  const most = Math.max(...[...columns.values()].map((nodes) => nodes.length));
  const width = (Math.max(...columns.keys()) + 1) * (box.width + box.between) - box.between + 2;
  const height = most * (box.height + box.gap) - box.gap + 2;
  const at = (id: string) => places.get(id) ?? { x: 0, y: 0 };
  return (
    <svg
      className="lin"
      width={width}
      height={height}
      role="img"
      aria-label="Datasets from left to right, each with lines from what it is made of; the list below says the same."
    >
      {lineage.links.map(({ from, to, follows }) => {
        const [a, b] = [at(from), at(to)];
        const [x, y] = [a.x + box.width, a.y + box.height / 2];
        const [end, there] = [b.x, b.y + box.height / 2];
        const bend = (end - x) / 2;
        return (
          <path
            key={`${from} ${to}`}
            className={follows ? 'lin-line' : 'lin-line kept'}
            d={`M${x},${y} C${x + bend},${y} ${end - bend},${there} ${end},${there}`}
          />
        );
      })}
      {lineage.datasets.map(({ id, name, state }) => (
        <g key={id} className={`lin-box ${state}${id === lineage.id ? ' here' : ''}`}>
          <rect {...at(id)} width={box.width} height={box.height} rx={3} />
          <text x={at(id).x + 10} y={at(id).y + 22}>
            {name.length > 24 ? `${name.slice(0, 23)}…` : name}
          </text>
        </g>
      ))}
    </svg>
  );
}
