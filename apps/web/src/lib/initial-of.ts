/** The first letter of the full name, else of the e-mail address, else a question mark. */
export const initialOf = (user: { readonly full_name: string; readonly email: string }): string =>
  [...(user.full_name || user.email || '?')].slice(0, 1).join('').toUpperCase();
