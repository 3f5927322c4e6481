import { Button, Input } from 'antd';
import { useRef, useState, type ReactNode } from 'react';

type Values = Readonly<Record<string, string>>;

export interface AccountField {
  readonly name: string;
  readonly label: string;
  readonly type: 'text' | 'email' | 'password';
  readonly autoComplete: string;
  /** What is wrong with a value, in words; null when it may be sent. */
  readonly check: (value: string, values: Values) => string | null;
}

interface Props {
  readonly fields: readonly AccountField[];
  readonly action: string;
  readonly busy: boolean;
  /** Whether the button waits until every field has something. */
  readonly waits?: boolean;
  readonly above: ReactNode;
  readonly children?: ReactNode;
  readonly onSubmit: (values: Values) => void;
}

/**
 * The form of a page before the account. A field says what it lacks when it is left, and sending goes to the first that lacks
 * something. Not antd's Form, whose weight every first visit would carry.
 */
export function AccountForm({ fields, action, busy, waits = true, above, children, onSubmit }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState<Values>({});
  const [wrong, setWrong] = useState<Readonly<Record<string, string | null>>>({});
  const submit = () => {
    const found = Object.fromEntries(fields.map(({ name, check }) => [name, check(values[name] ?? '', values)]));
    setWrong(found);
    const first = fields.find(({ name }) => typeof found[name] === 'string');
    if (first === undefined) onSubmit(values);
    else form.current?.querySelector<HTMLInputElement>(`#${first.name}`)?.focus();
  };
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {above}
      {fields.map(({ name, label, type, autoComplete, check }, i) => {
        const error = wrong[name] ?? null;
        const Field = type === 'password' ? Input.Password : Input;
        return (
          <div key={name} className="field">
            <label htmlFor={name}>{label}</label>
            <Field
              id={name}
              type={type}
              size="large"
              autoComplete={autoComplete}
              autoFocus={i === 0}
              value={values[name] ?? ''}
              status={error === null ? '' : 'error'}
              aria-invalid={error !== null}
              aria-describedby={`${name}-wrong`}
              onChange={({ target }) => {
                setValues({ ...values, [name]: target.value });
                setWrong({ ...wrong, [name]: null });
              }}
              onBlur={() => setWrong({ ...wrong, [name]: check(values[name] ?? '', values) })}
            />
            <p id={`${name}-wrong`} role={error === null ? undefined : 'alert'}>
              {error}
            </p>
          </div>
        );
      })}
      <Button type="primary" size="large" htmlType="submit" block disabled={waits && fields.some(({ name }) => (values[name] ?? '') === '')} loading={busy}>
        {action}
      </Button>
      {children}
    </form>
  );
}

export const emailField: AccountField = { name: 'email', label: 'Email', type: 'email', autoComplete: 'username', check: (value) => (value === '' ? 'Email is required' : null) };
