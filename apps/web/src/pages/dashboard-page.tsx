import { useEffect } from 'react';
import { ApiAccess } from '../features/agents/api-access.tsx';
import { McpServer } from '../features/agents/mcp-server.tsx';
import { DatasetGrid } from '../features/datasets/dataset-grid.tsx';
import { UsageFigures } from '../features/datasets/usage-figures.tsx';

export default function DashboardPage() {
  useEffect(() => {
    document.title = 'Dashboard · Columnist';
  }, []);
  return (
    <main className="page">
      <UsageFigures />
      <div className="split s57 mt32">
        <ApiAccess />
        <McpServer />
      </div>
      <DatasetGrid />
    </main>
  );
}
