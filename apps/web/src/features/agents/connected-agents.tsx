import { scopeNames } from '@columnist/contract';
import { Link } from 'react-router-dom';
import { DatasetNames } from '../../ui/dataset-names.tsx';
import { useNotices } from '../../ui/notices.tsx';
import { RequestFailed } from '../../ui/request-failed.tsx';
import { StackedTable } from '../../ui/stacked-table.tsx';
import { detailOf } from '../../lib/errors.ts';
import { formatDay } from '../../lib/formats.ts';
import { trpc } from '../../lib/trpc.ts';

/** Agents that were let in, what each may do, and the way to cut one off. */
export function ConnectedAgents() {
  const { message, ask } = useNotices();
  const utils = trpc.useUtils();
  const agents = trpc.auth.agents.useQuery({});
  const revoke = trpc.auth.revokeAgent.useMutation({
    onSettled: () => utils.auth.agents.invalidate(),
    onError: (error) => void message.error(detailOf(error, 'The agent could not be cut off.')),
  });
  return (
    <section className="sec mt32" aria-labelledby="agents-title">
      <header>
        <h2 id="agents-title">Connected agents</h2>
        <p>Each acts for you, within what you ticked. Cutting one off acts on its next call.</p>
      </header>
      {agents.isPending && <div className="sk key-sk" />}
      {agents.isError && (
        <RequestFailed
          text="Your agents could not be loaded."
          error={agents.error}
          onRetry={agents.refetch}
        />
      )}
      {agents.data?.items.length === 0 && (
        <p className="sm s2">
          None yet. Give an agent the address <code>{location.origin}/mcp</code>: it asks you to let
          it in. <Link to="/docs/agents">How, for each agent</Link>.
        </p>
      )}
      {agents.data !== undefined && agents.data.items.length > 0 && (
        <StackedTable
          name="Connected agents"
          rows={agents.data.items}
          columns={[
            {
              label: 'Agent',
              render: (agent) => (
                <>
                  {agent.name}
                  <div className="xs s2">at {agent.redirect_host}</div>
                </>
              ),
            },
            {
              label: 'May',
              render: (agent) => (
                <>
                  {agent.scopes
                    .filter((scope) => scope !== 'rows' || !agent.aggregates_only)
                    .map((scope) => (
                      <div key={scope}>{scopeNames[scope]}</div>
                    ))}
                  {agent.aggregates_only && <div>No single rows</div>}
                </>
              ),
            },
            {
              label: 'Datasets',
              render: ({ dataset_ids: ids }) => (ids === null ? 'All' : <DatasetNames ids={ids} />),
            },
            { label: 'Let in', render: (agent) => formatDay(agent.created_at) },
            {
              label: 'Last used',
              render: ({ last_used_at: last }) => (last === null ? 'Not yet' : formatDay(last)),
            },
            {
              label: 'Action',
              place: 'action',
              render: ({ id, name }) => (
                <button
                  type="button"
                  className="btn sml"
                  disabled={revoke.isPending}
                  onClick={() =>
                    ask({
                      title: `Cut ${name} off?`,
                      content: 'Its next call is refused. To come back it must ask you again.',
                      okText: 'Cut off',
                      onOk: () => revoke.mutate({ id }),
                    })
                  }
                >
                  Cut off<span className="vh"> {name}</span>
                </button>
              ),
            },
          ]}
        />
      )}
    </section>
  );
}
