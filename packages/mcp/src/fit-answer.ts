import { operations, WrittenJson } from '@columnist/contract';
import { z } from 'zod';
import { isListOfDatasets, sayLeftOut, shortenListed } from './fit-listed.ts';
import { fitResult, fitText, type Detail, type JsonObject } from './fit-result.ts';
import type { ServerOptions } from './make-server.ts';
import { sayRest, type Question } from './say-rest.ts';

const asObject = z.record(z.string(), z.json());

/**
 * What an agent gets of an operation's answer: shortened to its limits, also where the answer is
 * JSON that a worker wrote, with what to ask for the rest.
 */
export async function fitAnswer(
  answer: unknown,
  detail: Detail,
  { fit }: Pick<ServerOptions, 'fit'>,
  question: Question,
): Promise<JsonObject> {
  if (!isListOfDatasets(question.operation))
    return sayRest(await fitted(answer, detailOf(question, detail), fit), question);
  const short = shortenListed(asObject.parse(answer), detail);
  return sayRest(sayLeftOut(fitResult(short, detail).value, detail), question);
}

/** Code is what an explanation is asked for: it is whole however long the answer is to be. */
const detailOf = ({ operation: { path } }: Question, detail: Detail): Detail =>
  path === operations.datasets.explain.path ? 'detailed' : detail;

async function fitted(
  answer: unknown,
  detail: Detail,
  fit: ServerOptions['fit'],
): Promise<JsonObject> {
  if (!(answer instanceof WrittenJson)) return fitResult(asObject.parse(answer), detail).value;
  return fit === undefined ? fitText(answer.bytes, detail) : fit(answer.bytes, detail);
}

/** The whole answer, also where its JSON was written by a worker. */
export const readAnswer = (answer: unknown): unknown =>
  answer instanceof WrittenJson ? JSON.parse(new TextDecoder().decode(answer.bytes)) : answer;
