import { useUser } from '../app/session.tsx';
import { usePageTitle } from '../app/use-page-title.ts';
import { ApiAccess } from '../features/agents/api-access.tsx';
import { formatDay } from '../lib/formats.ts';

export default function ProfilePage() {
  const user = useUser();
  usePageTitle('Profile');
  return (
    <main className="page mid">
      <h1 className="page-title">Profile</h1>
      <section className="sec" aria-label="Account">
        <table className="kv">
          <tbody>
            <tr>
              <td>Full name</td>
              <td>{user.full_name}</td>
            </tr>
            <tr>
              <td>Email</td>
              <td>
                {user.email} <span className={`tag ${user.email_verified ? 'ok' : 'warn'}`}>{user.email_verified ? 'Verified' : 'Not verified'}</span>
              </td>
            </tr>
            <tr>
              <td>Member since</td>
              <td>{formatDay(user.created_at)}</td>
            </tr>
          </tbody>
        </table>
      </section>
      <div className="mt32">
        <ApiAccess />
      </div>
    </main>
  );
}
