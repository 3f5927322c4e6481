import { AppError } from '@columnist/contract';
import { SaxesParser } from 'saxes';

/** What is called while a document is read; names are without their prefix. */
export interface XmlHandler {
  readonly open?: (name: string, attributes: Readonly<Record<string, string>>) => void;
  readonly text?: (text: string) => void;
  readonly close?: (name: string) => void;
}

/** Elements inside one another at most. */
const mostDeep = 100;

/**
 * Reads an XML document as it comes in; after each piece it gives way, so that what the handler
 * found can be taken. A document type is refused, and with it every entity but those of XML
 * itself. Throws invalid_file.
 */
export async function* readXml(
  chunks: AsyncIterable<Buffer>,
  name: string,
  handler: XmlHandler,
): AsyncGenerator<void> {
  const parser = new SaxesParser<{ xmlns: false; position: false }>({
    xmlns: false,
    position: false,
  });
  let depth = 0;
  parser.on('doctype', () => {
    throw refused(`${name} has a document type, which no workbook has.`);
  });
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name: tag, attributes }) => {
    depth += 1;
    if (depth > mostDeep)
      throw refused(`${name} has more than ${mostDeep} elements inside one another.`);
    handler.open?.(localName(tag), attributes);
  });
  parser.on('closetag', ({ name: tag }) => {
    depth -= 1;
    handler.close?.(localName(tag));
  });
  const { text } = handler;
  if (text !== undefined) {
    parser.on('text', text);
    parser.on('cdata', text);
  }
  let decoder: ReturnType<typeof decoderOf> | null = null;
  try {
    for await (const chunk of chunks) {
      decoder ??= decoderOf(chunk);
      parser.write(decoder.decode(chunk, { stream: true }));
      yield;
    }
    parser.write(decoder?.decode() ?? '');
    parser.close();
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw refused(`${name} is no well-formed XML.`, error);
  }
  yield;
}

/** Reads a whole document. Throws invalid_file. */
export async function readWholeXml(
  chunks: AsyncIterable<Buffer>,
  name: string,
  handler: XmlHandler,
): Promise<void> {
  for await (const _ of readXml(chunks, name, handler));
}

const localName = (name: string): string => {
  const colon = name.indexOf(':');
  return colon === -1 ? name : name.slice(colon + 1);
};

/** An attribute by its name without prefix. */
export const attributeOf = (
  attributes: Readonly<Record<string, string>>,
  name: string,
): string | undefined =>
  attributes[name] ?? Object.entries(attributes).find(([key]) => key.endsWith(`:${name}`))?.[1];

const decoderOf = (first: Buffer): InstanceType<typeof TextDecoder> => {
  const wide = first[0] === 0xff || first[0] === 0xfe || first[0] === 0 || first[1] === 0;
  const little = first[0] === 0xff || first[1] === 0;
  return new TextDecoder(wide ? (little ? 'utf-16le' : 'utf-16be') : 'utf-8', { fatal: true });
};

const refused = (message: string, cause?: unknown): AppError =>
  new AppError(
    'invalid_file',
    message,
    { row: 1, fix: 'Open the file in the program that wrote it, save it again, and import that.' },
    cause === undefined ? {} : { cause },
  );
