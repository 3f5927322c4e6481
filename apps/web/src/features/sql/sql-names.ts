import { datasetNamed } from '@columnist/contract';

/** A name as a statement writes it: in double quotes where it is no plain word. */
export const plainName = (name: string): string =>
  /^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`;

interface Named {
  readonly id: string;
  readonly name: string;
}

/**
 * How a statement names one dataset of several: without .csv, which the server knows it by too, and
 * by its id where no name is its own.
 */
export function tableNameAmong({ id, name }: Named, all: readonly Named[]): string {
  const names = [name.replace(/\.csv$/i, ''), name];
  return plainName(names.find((one) => isNameOf(id, one, all)) ?? id);
}

/** As the server finds it, which refuses a name that several have. */
function isNameOf(id: string, name: string, all: readonly Named[]): boolean {
  try {
    return datasetNamed(name, all).id === id;
  } catch {
    return false;
  }
}
