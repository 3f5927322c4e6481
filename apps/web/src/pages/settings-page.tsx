import { Segmented } from 'antd';
import { useThemeMode, type ThemeChoice } from '../app/theme-mode.tsx';
import { usePageTitle } from '../app/use-page-title.ts';

const choices: { value: ThemeChoice; label: string }[] = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'system', label: 'System' },
];

export default function SettingsPage() {
  const { choice, choose } = useThemeMode();
  usePageTitle('Settings');
  return (
    <main className="page mid">
      <h1 className="page-title">Settings</h1>
      <section className="sec" aria-labelledby="theme-title">
        <header>
          <h2 id="theme-title">Theme</h2>
          <p>System follows your device as it changes.</p>
          <div className="r">
            <Segmented<ThemeChoice> aria-label="Theme" options={choices} value={choice} onChange={choose} />
          </div>
        </header>
      </section>
    </main>
  );
}
