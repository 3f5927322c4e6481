import { captcha } from '../../lib/facts.ts';

/** As the server calls them; an action has letters, slashes and underscores alone. */
export type CaptchaAction =
  | 'login'
  | 'register'
  | 'forgot_password'
  | 'reset_password'
  | 'resend_verification';

const initFailed = 'reCAPTCHA verification failed. Please refresh and try again.';

/**
 * A token for one call of this action; undefined where the installation asks for none. Throws with
 * the text to show.
 */
export async function solveCaptcha(action: CaptchaAction): Promise<string | undefined> {
  if (!/^[A-Za-z/_]+$/.test(action)) throw new Error(initFailed);
  try {
    if (captcha.kind === 'altcha') return await solveAltcha(action);
    if (captcha.kind === 'recaptcha') return await solveRecaptcha(action);
    return undefined;
  } catch {
    throw new Error(initFailed);
  }
}

async function solveAltcha(action: CaptchaAction): Promise<string> {
  const response = await fetch(`/api/v1/captcha/challenge?action=${action}`);
  if (!response.ok) throw new Error(`The challenge answered ${response.status}.`);
  const challenge: unknown = await response.json();
  const solution = await new Promise<unknown>((resolve, reject) => {
    const worker = new Worker(new URL('./captcha-worker.ts', import.meta.url), { type: 'module' });
    const end = (settle: () => void) => {
      worker.terminate();
      settle();
    };
    worker.addEventListener(
      'message',
      ({ data }: MessageEvent<{ solution?: unknown; error?: string }>) =>
        end(() =>
          data.solution === undefined || data.solution === null
            ? reject(new Error(data.error))
            : resolve(data.solution),
        ),
    );
    worker.addEventListener('error', (event) => end(() => reject(new Error(event.message))));
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker of our own has no origin to name
    worker.postMessage(challenge);
  });
  return btoa(JSON.stringify({ challenge, solution }));
}

interface Recaptcha {
  ready(done: () => void): void;
  execute(siteKey: string, options: { action: string }): Promise<string>;
}
declare global {
  interface Window {
    grecaptcha?: Recaptcha;
  }
}

let script: Promise<Recaptcha> | null = null;

/** Google's script is loaded once, when a form needs it. */
function loadRecaptcha(): Promise<Recaptcha> {
  script ??= new Promise<Recaptcha>((resolve, reject) => {
    const element = document.createElement('script');
    element.src = `https://www.google.com/recaptcha/api.js?render=${encodeURIComponent(captcha.siteKey)}`;
    element.addEventListener('error', () => reject(new Error('The script could not be loaded.')));
    element.addEventListener('load', () => {
      const { grecaptcha } = window;
      if (grecaptcha === undefined) reject(new Error('The script is not what it should be.'));
      else grecaptcha.ready(() => resolve(grecaptcha));
    });
    document.head.append(element);
  }).catch((error: unknown) => {
    script = null;
    throw error;
  });
  return script;
}

const solveRecaptcha = async (action: CaptchaAction): Promise<string> =>
  (await loadRecaptcha()).execute(captcha.siteKey, { action });
