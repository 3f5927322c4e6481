/** The first letter of the full name, else of the e-mail address, else a question mark. */
export const initialOf = (user: { readonly full_name: string; readonly email: string }): string =>
  firstOf(user.full_name || user.email || '?').toUpperCase();

/** Of letters beyond the first 65,536 both halves. */
const firstOf = (text: string): string => String.fromCodePoint(text.codePointAt(0) ?? 0);
