/**
 * Calls that one request to /trpc may hold. In a file of its own: every page of the client needs it,
 * and nothing else of what operations are.
 */
export const callsInBatch = 20;
