/**
 * How a client sends a file that may meet a broken connection: the web page and the command do the
 * same.
 */

/** Bytes above which a broken connection costs more than the requests that go on where it was. */
export const wholeUpTo = 8 * 1024 * 1024;

/** Milliseconds before each attempt that follows one in which nothing arrived. */
export const pausesOfSending: readonly number[] = [0, 1000, 3000, 5000, 10_000, 20_000, 30_000];

/**
 * Whether another attempt may do better: after a broken connection (status 0), a request at the same
 * time, too many, or a failure of the server itself.
 */
export const mayPass = (status: number): boolean =>
  [0, 408, 409, 423, 429].includes(status) || status >= 500;
