const fact = (name: string, fallback: string): string => {
  const content = document.querySelector(`meta[name="${name}"]`)?.getAttribute('content') ?? '';
  return content === '' || content.startsWith('__') ? fallback : content;
};

/** For the copyright line. */
export const thisYear = new Date().getFullYear();

/** What the server wrote into the page. */
export const cspNonce = fact('csp-nonce', '');
export const supportEmail = fact('support-email', 'support@columnist.example');
/**
 * Which captcha this installation asks for, and the provider's site key: `altcha`, `off`, or
 * `recaptcha KEY`.
 */
const [captchaKind = 'off', captchaKey = ''] = fact('captcha', 'off').split(' ');
export const captcha = { kind: captchaKind, siteKey: captchaKey };
/** Empty where this installation names none. */
export const repositoryUrl = fact('repository-url', '');
