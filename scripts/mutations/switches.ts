/** What the switches of StrykerJS read and write; `__stryker__` is their name for it. */
interface Switches {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  hitCount?: number | undefined;
  hitLimit?: number | undefined;
  mutantCoverage?: {
    readonly static: Readonly<Record<string, number>>;
    readonly perTest: Record<string, Readonly<Record<string, number>>>;
  };
}
declare global {
  var __stryker__: Switches | undefined;
}
export const switches: Switches = (globalThis.__stryker__ ??= {});

/** A test may skip itself. */
export const isSkip = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'VITEST_PENDING';
