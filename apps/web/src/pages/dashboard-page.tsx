import { usePageTitle } from '../ui/use-page-title.ts';
import { VerificationNotice } from '../features/accounts/verification-notice.tsx';
import { ApiAccess } from '../features/agents/api-access.tsx';
import { McpServer } from '../features/agents/mcp-server.tsx';
import { DatasetGrid } from '../features/datasets/dataset-grid.tsx';
import { UsageFigures } from '../features/datasets/usage-figures.tsx';

export default function DashboardPage() {
  usePageTitle('Dashboard');
  return (
    <main className="page">
      <VerificationNotice />
      <UsageFigures />
      <DatasetGrid />
      <div className="split s57 mt32">
        <ApiAccess more />
        <McpServer />
      </div>
    </main>
  );
}
