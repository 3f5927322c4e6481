import { Link, Navigate, useParams } from 'react-router-dom';
import { usePageTitle } from '../ui/use-page-title.ts';
import { NeedsFactor } from '../features/admin/needs-factor.tsx';
import { AuditLog } from '../features/admin/audit-log.tsx';
import { SystemStatistics } from '../features/admin/system-statistics.tsx';
import { UserManagement } from '../features/admin/user-management.tsx';
import '../features/admin/admin.css';

const tabs = [
  { key: 'users', label: 'User Management', content: <UserManagement /> },
  { key: 'statistics', label: 'System Statistics', content: <SystemStatistics /> },
  { key: 'audit', label: 'Audit Log', content: <AuditLog /> },
] as const;

export default function AdminPage() {
  const { '*': tab } = useParams();
  const open = tabs.find(({ key }) => key === tab);
  usePageTitle(open?.label ?? 'Admin');
  if (open === undefined)
    return <Navigate to={tab === '' ? '/admin/users' : '/dashboard'} replace />;
  return (
    <main className="page">
      <h1 className="page-title">Admin</h1>
      <nav className="tabs flush" aria-label="Admin">
        {tabs.map(({ key, label }) => (
          <Link key={key} to={`/admin/${key}`} aria-current={key === open.key ? 'page' : undefined}>
            {label}
          </Link>
        ))}
      </nav>
      <div className="mt24">
        <NeedsFactor>{open.content}</NeedsFactor>
      </div>
    </main>
  );
}
