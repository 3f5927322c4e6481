import { AppError } from '@columnist/contract';

export function nameTaken(name: string, field: 'view.derive' | 'view.clean'): AppError {
  const message = `There is already a column '${name}'.`;
  return new AppError('invalid_input', message, {
    errors: [{ field, message }],
    fix: 'Give the column another name.',
  });
}

/** Gives names others in their places. Throws invalid_input where two columns would have one. */
export function rename<Value>(
  columns: Map<string, Value>,
  renamed: ReadonlyMap<string, string>,
): void {
  const entries = [...columns].map(([name, value]): [string, Value] => [
    renamed.get(name) ?? name,
    value,
  ]);
  columns.clear();
  for (const [name, value] of entries) {
    if (columns.has(name)) throw nameTaken(name, 'view.clean');
    columns.set(name, value);
  }
}
