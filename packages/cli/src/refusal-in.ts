import { AppError, errorDetails, problem } from '@columnist/contract';

/** What a server says in an answer that is not a success. */
export async function refusalIn(response: Response): Promise<AppError> {
  const refused = problem.safeParse(await response.json().catch(() => undefined));
  return refused.success
    ? new AppError(refused.data.code, refused.data.detail, errorDetails.parse(refused.data))
    : new AppError('unavailable', `The server answered with status ${response.status}.`);
}
