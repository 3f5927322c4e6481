import { Segmented } from 'antd';
import { useState } from 'react';
import { repositoryUrl } from '../../lib/facts.ts';
import { CodeBlock } from './code-block.tsx';

const { origin } = location;
const configurations = {
  Remote: {
    title: 'Configuration, Streamable HTTP',
    code: `{
  "mcpServers": {
    "columnist": {
      "type": "http",
      "url": "${origin}/mcp",
      "headers": { "API-Key": "\${COLUMNIST_API_KEY}" }
    }
  }
}`,
  },
  Local: {
    title: 'Configuration, stdio',
    code: `{
  "mcpServers": {
    "columnist": {
      "command": "columnist-mcp",
      "env": { "COLUMNIST_URL": "${origin}", "COLUMNIST_API_KEY": "\${COLUMNIST_API_KEY}" }
    }
  }
}`,
  },
};
type Where = keyof typeof configurations;

export function McpServer() {
  const [where, setWhere] = useState<Where>('Remote');
  return (
    <section className="sec" aria-labelledby="mcp-title">
      <header>
        <h2 id="mcp-title">MCP Server</h2>
        <p>for AI agents</p>
        <div className="r">
          <Segmented<Where> aria-label="Where the MCP server runs" options={['Remote', 'Local']} value={where} onChange={setWhere} />
        </div>
      </header>
      <CodeBlock {...configurations[where]} />
      <div className="sm s2 mt8 keyf">
        <span>Agents can list datasets, read rows and run analyses.</span>
        <a className="last" href={repositoryUrl} rel="noreferrer">
          Public code repository
        </a>
      </div>
    </section>
  );
}
