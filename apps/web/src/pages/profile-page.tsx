import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { useUser } from '../lib/session.tsx';
import { usePageTitle } from '../ui/use-page-title.ts';
import { AgentCalls } from '../features/agents/agent-calls.tsx';
import { ConnectedAgents } from '../features/agents/connected-agents.tsx';
import { ApiAccess } from '../features/agents/api-access.tsx';
import { Activity } from '../features/profile/activity.tsx';
import { NamedKeys } from '../features/profile/named-keys.tsx';
import { KeyLimits } from '../features/profile/key-limits.tsx';
import { PasswordForm } from '../features/profile/password-form.tsx';
import { ProfileForm } from '../features/profile/profile-form.tsx';
import { Sessions } from '../features/profile/sessions.tsx';
import { Tabs, type TabItem } from '../features/profile/tabs.tsx';
import { SecondFactors } from '../features/second-factors/second-factors.tsx';
import { YourData } from '../features/profile/your-data.tsx';

const keys = ['profile', 'apikey', 'security'] as const;
type Key = (typeof keys)[number];

/** The tab may be named in the address, or in the state of the navigation that led here. */
function useTab(): [Key, (key: Key) => void] {
  const { state }: { state: unknown } = useLocation();
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const named =
    query.get('tab') ??
    (typeof state === 'string'
      ? state
      : typeof state === 'object' && state !== null && 'tab' in state
        ? state.tab
        : null);
  const tab = keys.find((key) => key === named) ?? 'profile';
  return [
    tab,
    (key) => void navigate({ search: key === 'profile' ? '' : `?tab=${key}` }, { replace: true }),
  ];
}

export default function ProfilePage() {
  const user = useUser();
  const [tab, openTab] = useTab();
  usePageTitle('Profile');
  const items: TabItem<Key>[] = [
    {
      key: 'profile',
      label: 'Profile',
      content: (
        <>
          <ProfileForm />
        </>
      ),
    },
    {
      key: 'apikey',
      label: 'API Key',
      content: (
        <>
          <ApiAccess />
          {user.email_verified && <KeyLimits />}
          {user.email_verified && <NamedKeys />}
          <ConnectedAgents />
          <AgentCalls />
        </>
      ),
    },
    {
      key: 'security',
      label: 'Security',
      content: (
        <>
          <PasswordForm />
          <SecondFactors />
          <Sessions />
          <Activity />
          <YourData />
        </>
      ),
    },
  ];
  return (
    <main className="page mid">
      <h1 className="page-title">Profile</h1>
      <Tabs name="Profile" items={items} open={tab} onOpen={openTab} />
    </main>
  );
}
