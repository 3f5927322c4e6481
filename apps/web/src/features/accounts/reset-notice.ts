const flag = 'passwordReset';

/** Kept for this tab until the login page has shown it. */
export const noteReset = (): void => sessionStorage.setItem(flag, 'true');
export const wasReset = (): boolean => sessionStorage.getItem(flag) === 'true';
export const forgetReset = (): void => sessionStorage.removeItem(flag);
