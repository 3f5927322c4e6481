import type { CaptchaAction, CaptchaChallenge } from '@columnist/contract';

/** A solved captcha: what must not be used again, and until when to remember it. */
export interface SolvedCaptcha {
  readonly nonce: string;
  readonly expiresAt: Date;
}

export interface CaptchaPort {
  readonly kind: 'altcha' | 'recaptcha' | 'off';
  /**
   * Something to solve, with so many times the usual work; null where the provider gives its own.
   */
  challenge(action: CaptchaAction, now: Date, times: number): Promise<CaptchaChallenge | null>;
  /**
   * null for whatever is not a fresh solution for this action; also where the provider does not
   * answer.
   */
  verify(token: string, action: CaptchaAction, now: Date): Promise<SolvedCaptcha | null>;
}
