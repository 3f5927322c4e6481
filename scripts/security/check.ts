import type { Answer, Site } from './site.ts';

export interface Check {
  /**
   * Of the OWASP Application Security Verification Standard 5.0, or a letter and a number of a
   * review's finding.
   */
  readonly number: string;
  /** Findings of a review, where the number is one of the standard. */
  readonly findings?: readonly string[];
  readonly title: string;
  /** What it tried and saw, in a few words; throws what is wrong. */
  readonly run: (site: Site) => Promise<string>;
}

/** The numbers by which a check is asked for. */
export const numbersOf = ({ number, findings = [] }: Check): readonly string[] => [
  number,
  ...findings,
];

export function must(holds: boolean, what: string): void {
  if (!holds) throw new Error(what);
}

export const mustBe = (answer: Answer, status: number, what: string): void =>
  must(
    answer.status === status,
    `${what}: ${answer.status} where ${status} is right. ${answer.text.slice(0, 200)}`,
  );
