import { useState } from 'react';
import { Link } from 'react-router-dom';
import { repositoryUrl } from '../../lib/facts.ts';
import { CodeBlock } from '../../ui/code-block.tsx';
import { Segmented } from '../../ui/segmented.tsx';

const { origin } = location;
const json = (value: object): string => JSON.stringify(value, null, 2);

/** What each of the usual agents has to know; docs/agents.md has the same. */
const configurations = {
  Claude: {
    title: 'Claude Code, in a terminal',
    code: `claude mcp add --transport http columnist ${origin}/mcp \\\n  --header "API-Key: $COLUMNIST_API_KEY"`,
  },
  Cursor: {
    title: '~/.cursor/mcp.json',
    code: json({
      mcpServers: {
        columnist: { url: `${origin}/mcp`, headers: { 'API-Key': '${env:COLUMNIST_API_KEY}' } },
      },
    }),
  },
  'VS Code': {
    title: '.vscode/mcp.json',
    code: json({
      inputs: [
        {
          type: 'promptString',
          id: 'columnist-key',
          description: 'Columnist API key',
          password: true,
        },
      ],
      servers: {
        columnist: {
          type: 'http',
          url: `${origin}/mcp`,
          headers: { 'API-Key': '${input:columnist-key}' },
        },
      },
    }),
  },
  Codex: {
    title: '~/.codex/config.toml',
    code: `[mcp_servers.columnist]\nurl = "${origin}/mcp"\nbearer_token_env_var = "COLUMNIST_API_KEY"`,
  },
  'Any, stdio': {
    title: 'Configuration, stdio',
    code: json({
      mcpServers: {
        columnist: {
          command: 'columnist-mcp',
          env: { COLUMNIST_URL: origin, COLUMNIST_API_KEY: '${COLUMNIST_API_KEY}' },
        },
      },
    }),
  },
} as const;
type Agent = keyof typeof configurations;
const agents: Agent[] = ['Claude', 'Cursor', 'VS Code', 'Codex', 'Any, stdio'];

export function McpServer() {
  const [agent, setAgent] = useState<Agent>('Claude');
  return (
    <section className="sec" aria-labelledby="mcp-title">
      <header>
        <h2 id="mcp-title">MCP Server</h2>
        <p className="only-w">for AI agents</p>
        <div className="r mcp-agents">
          <Segmented<Agent>
            aria-label="Agent"
            size="small"
            options={agents}
            value={agent}
            onChange={setAgent}
          />
        </div>
      </header>
      <CodeBlock {...configurations[agent]} />
      <div className="sm s2 mt8 keyf">
        <span>
          Agents can list datasets, check their quality, read rows and run analyses.{' '}
          <Link to="/docs/agents">How to connect</Link>, also without a key.
        </span>
        {repositoryUrl !== '' && (
          <a className="last" href={repositoryUrl} rel="noreferrer">
            Public code repository
          </a>
        )}
      </div>
    </section>
  );
}
