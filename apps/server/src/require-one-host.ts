import { AppError } from '@columnist/contract';
import type { RequestHandler } from 'express';

/**
 * Refuses a request that names two hosts (RFC 9112, 3.2): a proxy before us may have gone by the
 * other one.
 */
export const requireOneHost: RequestHandler = ({ rawHeaders }, _res, next) => {
  // Names and values in turn.
  const isHost = (part: string, i: number): boolean =>
    i % 2 === 0 && part.length === 4 && part.toLowerCase() === 'host';
  next(
    rawHeaders.filter(isHost).length > 1
      ? new AppError('malformed_request', 'The request names more than one host.')
      : undefined,
  );
};
