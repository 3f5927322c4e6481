const flag = 'loginNotice';

/** What has happened just before, which the login page says once. */
const texts = {
  reset: 'Your password has been reset successfully. Please log in with your new password.',
  deleted: 'Your account is deleted, with its datasets, files and keys.',
};

/** Kept for this tab until the login page has shown it. */
export const noteForLogin = (notice: keyof typeof texts): void =>
  sessionStorage.setItem(flag, notice);

/** The text that the login page shows; null where there is nothing to say. */
export const loginNotice = (): string | null => {
  const kept = sessionStorage.getItem(flag);
  return kept === 'reset' || kept === 'deleted' ? texts[kept] : null;
};
export const forgetLoginNotice = (): void => sessionStorage.removeItem(flag);
