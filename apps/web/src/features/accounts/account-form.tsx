import { useRef, useState, type ComponentProps, type ReactNode } from 'react';
import { Icon } from '../../ui/icons.tsx';

type Values = Readonly<Record<string, string>>;

export interface AccountField {
  readonly name: string;
  readonly label: string;
  readonly type: 'text' | 'email' | 'password';
  readonly autoComplete: string;
  readonly inputMode?: 'numeric';
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
 * The form of a page before the account. A field says what it lacks when it is left, and sending
 * goes to the first that lacks
 * something. Plain controls: antd's would be half of what a first visit loads.
 */
export function AccountForm({
  fields,
  action,
  busy,
  waits = true,
  above,
  children,
  onSubmit,
}: Props) {
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState<Values>({});
  const [wrong, setWrong] = useState<Readonly<Record<string, string | null>>>({});
  const submit = () => {
    const found = Object.fromEntries(
      fields.map(({ name, check }) => [name, check(values[name] ?? '', values)]),
    );
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
      {fields.map(({ name, label, type, autoComplete, inputMode, check }, i) => {
        const error = wrong[name] ?? null;
        return (
          <div key={name} className="field">
            <label htmlFor={name}>{label}</label>
            <Control
              id={name}
              className="inp"
              type={type}
              autoComplete={autoComplete}
              inputMode={inputMode}
              autoFocus={i === 0}
              value={values[name] ?? ''}
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
      <button
        type="submit"
        className="btn pri big blk"
        aria-busy={busy}
        disabled={busy || (waits && fields.some(({ name }) => (values[name] ?? '') === ''))}
      >
        {busy && <i className="turning" aria-hidden="true" />}
        {action}
      </button>
      {children}
    </form>
  );
}

/** A password can be looked at while it is typed. */
function Control({ type, ...rest }: ComponentProps<'input'>) {
  const [shown, setShown] = useState(false);
  if (type !== 'password') return <input type={type} {...rest} />;
  return (
    <span className="secret">
      <input type={shown ? 'text' : 'password'} {...rest} />
      <button
        type="button"
        className="btn txt sml ico"
        aria-pressed={shown}
        aria-label="Show what is typed"
        onClick={() => setShown(!shown)}
      >
        <Icon name="eye" />
      </button>
    </span>
  );
}

/** Of somebody who has an account: also what only looks like an address is sent. */
export const emailField: AccountField = {
  name: 'email',
  label: 'Email',
  type: 'email',
  autoComplete: 'username',
  check: (value) => (value === '' ? 'Email is required' : null),
};

/** An address that a mail is sent to. */
export const addressField: AccountField = {
  ...emailField,
  check: (value, values) =>
    emailField.check(value, values) ??
    (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value) ? null : 'Enter an e-mail address.'),
};
