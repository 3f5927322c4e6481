import { AppError, errors } from '@columnist/contract';

/**
 * An error for a model: its code, what happened, and what to do. Names that came from a file are
 * in quotes, as data.
 */
export function explainError(error: unknown, onUnknown: (error: unknown) => void): string {
  if (error instanceof AppError) return `${error.code}: ${said(error)}`;
  onUnknown(error);
  return `internal: Something went wrong on our side. ${errors.internal.hint}`;
}

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

/** What to do is said once, also where it is all that the message says. */
const said = (error: AppError): string => {
  const message = sentence(error.message);
  return [message, ...remedies(error).filter((one) => !message.includes(one))].join(' ');
};

function remedies({ code, details }: AppError): string[] {
  const { errors: fields = [], fix, from, to, suggestions = [], reset } = details;
  const { retry_after: retryAfter } = details;
  return [
    // The message tells of the first.
    ...(fields.length > 1
      ? [
          sentence(
            `Also: ${fields
              .slice(1)
              .map(({ field, message }) => `${field}: ${message}`)
              .join('; ')}`,
          ),
        ]
      : []),
    fix ?? errors[code].hint,
    ...(from !== undefined && to !== undefined && to > from
      ? [`Characters ${from} to ${to} of the expression.`]
      : []),
    ...(suggestions.length > 0
      ? [`Nearest names: ${suggestions.map((name) => JSON.stringify(name)).join(', ')}.`]
      : []),
    ...(reset !== undefined
      ? [`The quota starts again at ${reset}.`]
      : retryAfter !== undefined
        ? [`Try again in ${retryAfter} seconds.`]
        : []),
  ];
}
