import { AppError, answerBytes, WrittenJson } from '@columnist/contract';
import { createHash } from 'node:crypto';
import { z } from 'zod';

/** Characters of a field that is sent beside the text as well. */
const smallField = 16 * 1024;
const fields = z.record(z.string(), z.unknown());

/**
 * An answer as JSON, with its small fields beside it; `texts` are further fields that are JSON
 * already. Throws too_complex.
 */
export function writeJson(
  result: unknown,
  texts: Readonly<Record<string, string>> = {},
): WrittenJson {
  const facts: Record<string, unknown> = {};
  const parts: string[] = [];
  for (const [name, value] of Object.entries(fields.parse(result))) {
    // As JSON.stringify does with what is not there.
    if (value === undefined) continue;
    const text = JSON.stringify(value);
    parts.push(`${JSON.stringify(name)}:${text}`);
    if (text.length <= smallField) facts[name] = value;
  }
  for (const [name, text] of Object.entries(texts)) parts.push(`${JSON.stringify(name)}:${text}`);
  const bytes = Buffer.from(`{${parts.join(',')}}`);
  if (bytes.length > answerBytes) {
    throw new AppError(
      'too_complex',
      `The answer takes ${(bytes.length / 1024 / 1024).toFixed(0)} MB; it may take ${answerBytes / 1024 / 1024} MB.`,
      { fix: 'Name fewer columns, or ask for fewer figures of each.' },
    );
  }
  return new WrittenJson({
    bytes,
    facts,
    digest: createHash('sha256').update(bytes).digest('base64url'),
  });
}
