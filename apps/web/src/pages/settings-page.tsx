import { useNavigate, useSearchParams } from 'react-router-dom';
import { useThemeMode, type ThemeChoice } from '../ui/theme-mode.tsx';
import { usePageTitle } from '../ui/use-page-title.ts';
import { Segmented } from '../ui/segmented.tsx';
import { Notifications } from '../features/profile/notifications.tsx';
import { Numbers } from '../features/profile/numbers.tsx';
import { Tabs } from '../features/profile/tabs.tsx';

const choices: { value: ThemeChoice; label: string }[] = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'system', label: 'System' },
];

export default function SettingsPage() {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const tab = query.get('tab') === 'notifications' ? 'notifications' : 'theme';
  usePageTitle('Settings');
  return (
    <main className="page mid">
      <h1 className="page-title">Settings</h1>
      <Tabs
        name="Settings"
        open={tab}
        onOpen={(key) =>
          void navigate({ search: key === 'theme' ? '' : `?tab=${key}` }, { replace: true })
        }
        items={[
          {
            key: 'theme',
            label: 'Theme',
            content: (
              <>
                <Theme />
                <Numbers />
              </>
            ),
          },
          { key: 'notifications', label: 'Notifications', content: <Notifications /> },
        ]}
      />
    </main>
  );
}

function Theme() {
  const { choice, choose } = useThemeMode();
  return (
    <section className="sec" aria-labelledby="theme-title">
      <header>
        <h2 id="theme-title">Theme</h2>
        <p>System follows your device as it changes.</p>
        <div className="r">
          <Segmented<ThemeChoice>
            aria-label="Theme"
            options={choices}
            value={choice}
            onChange={choose}
          />
        </div>
      </header>
    </section>
  );
}
