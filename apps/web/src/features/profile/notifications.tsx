import { Button, Switch } from 'antd';
import { useState } from 'react';
import { z } from 'zod';
import { useNotices } from '../../ui/notices.tsx';

const preferences = z.object({
  email_notifications: z.boolean(),
  dataset_updates: z.boolean(),
  comments: z.boolean(),
  role_changes: z.boolean(),
  security_alerts: z.boolean(),
});
type Preferences = z.infer<typeof preferences>;
const storageKey = 'notifications';
const allOn: Preferences = {
  email_notifications: true,
  dataset_updates: true,
  comments: true,
  role_changes: true,
  security_alerts: true,
};

const labels: Readonly<Record<keyof Preferences, { name: string; about: string }>> = {
  email_notifications: { name: 'Email notifications', about: 'Messages to your address' },
  dataset_updates: { name: 'Dataset updates', about: 'When a dataset was read or changed' },
  comments: { name: 'Comments', about: 'When somebody comments on your data' },
  role_changes: { name: 'Role changes', about: 'When you are given a role, or lose one' },
  security_alerts: { name: 'Security alerts', about: 'New sign-ins and changed passwords' },
};
const names = preferences.keyof().options;

function stored(): Preferences {
  try {
    return preferences.parse(JSON.parse(localStorage.getItem(storageKey) ?? ''));
  } catch {
    return allOn;
  }
}

/** Kept on this device alone; nothing is sent. */
export function Notifications() {
  const { message } = useNotices();
  const [chosen, setChosen] = useState(stored);
  const save = () => {
    localStorage.setItem(storageKey, JSON.stringify(chosen));
    void message.success('Saved on this device.');
  };
  return (
    <section className="sec" aria-labelledby="notifications-title">
      <header>
        <h2 id="notifications-title">Notifications</h2>
        <p>Kept on this device.</p>
      </header>
      <ul className="switches">
        {names.map((name) => (
          <li key={name}>
            <div>
              <b id={`n-${name}`}>{labels[name].name}</b>
              <span>{labels[name].about}</span>
            </div>
            <Switch
              aria-labelledby={`n-${name}`}
              checked={chosen[name]}
              onChange={(on) => setChosen({ ...chosen, [name]: on })}
            />
          </li>
        ))}
      </ul>
      <Button className="mt16" type="primary" onClick={save}>
        Save preferences
      </Button>
    </section>
  );
}
