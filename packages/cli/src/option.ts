/** What an option is about: of this verb alone, or of many. */
export type About = 'verb' | 'rows' | 'answer' | 'file';

/** An option as the parser takes it, and as help, the manual and completions show it. */
export interface Option {
  /** Without the dashes. */
  readonly name: string;
  /** The same by one letter. */
  readonly letter?: 'h' | 'o' | 'q';
  /** How its value is written: COLUMN, FILE, the choices; null of a flag, which has none. */
  readonly value: string | null;
  /** Of a flag: whether it holds where it is left out, so that one writes --no-NAME. */
  readonly isOn?: boolean;
  /** Whether it may be given several times. */
  readonly repeats?: boolean;
  /** The values there are, where these are few. */
  readonly choices?: readonly string[];
  readonly summary: string;
  readonly about: About;
}

/** As one writes it, with its value. */
export const writtenOption = ({ name, letter, value, isOn = false, repeats = false }: Option) =>
  [
    `${letter === undefined ? '' : `-${letter}, `}--${value === null && isOn ? 'no-' : ''}${name}`,
    ...(value === null ? [] : [`${value}${repeats ? ' …' : ''}`]),
  ].join(' ');
