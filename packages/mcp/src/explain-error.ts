import { AppError, errors, messageWithoutPlace } from '@columnist/contract';

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

/** What to do is said once, also where it is all that the message says; so is the place. */
const said = (error: AppError): string => {
  const { from, to } = error.details;
  const place = placeOf(from, to);
  const message = sentence(place === undefined ? error.message : messageWithoutPlace(error));
  return [message, ...remedies(error, place).filter((one) => !message.includes(one))].join(' ');
};

/** Of more than one character; of one alone the message says it. */
const placeOf = (from: number | undefined, to: number | undefined): string | undefined =>
  from !== undefined && to !== undefined && to > from ? `Characters ${from} to ${to}` : undefined;

function remedies({ code, details }: AppError, place: string | undefined): string[] {
  const { errors: fields = [], fix, suggestions = [], reset } = details;
  const { retry_after: retryAfter } = details;
  return [
    // The message tells of the first.
    ...(fields.length > 1
      ? [
          sentence(
            `Also: ${fields
              .slice(1)
              .map(({ field, message }) =>
                message === fields[0]?.message ? `${field}: the same` : `${field}: ${message}`,
              )
              .join('; ')}`,
          ),
        ]
      : []),
    fix ?? errors[code].hint,
    ...(place === undefined
      ? []
      : [`${place} of the ${code === 'invalid_sql' ? 'statement' : 'expression'}.`]),
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
