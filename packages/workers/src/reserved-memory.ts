/**
 * Megabytes of addresses that V8 reserves for compiled code, and hardly uses; the kernel's limit of a
 * worker's memory counts them.
 */
export const reservedMb = 512;
