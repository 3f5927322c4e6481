import {
  context,
  propagation,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
} from '@opentelemetry/api';
import { z } from 'zod';

/** Without an exporter, which is opened by a setting, all of this does nothing. */
const tracer = () => trace.getTracer('columnist');

const header = z.object({ traceparent: z.string().optional() });

/** The header by which the trace that is under way goes on in another process. */
export function traceHeader(): { readonly traceparent?: string | undefined } {
  const carrier: Record<string, string> = {};
  propagation.inject(context.active(), carrier);
  return header.parse(carrier);
}

/** Does work as a part of the trace that this message belongs to. */
export const traced = <Result>(
  name: string,
  message: { readonly traceparent?: string | undefined; readonly job: { readonly kind: string } },
  work: () => Promise<Result>,
): Promise<Result> =>
  inSpan(
    name,
    propagation.extract(context.active(), message),
    SpanKind.CONSUMER,
    message.job.kind,
    work,
  );

/** Does work as a part of the trace that is under way. */
export const inTrace = <Result>(
  name: string,
  kind: string,
  work: () => Promise<Result>,
): Promise<Result> => inSpan(name, context.active(), SpanKind.PRODUCER, kind, work);

function inSpan<Result>(
  name: string,
  parent: Context,
  kind: SpanKind,
  job: string,
  work: () => Promise<Result>,
): Promise<Result> {
  return tracer().startActiveSpan(
    name,
    { kind, attributes: { 'columnist.job.kind': job } },
    parent,
    async (span) => {
      try {
        return await work();
      } catch (error) {
        // Messages can hold cells.
        span.setStatus({ code: SpanStatusCode.ERROR });
        throw error;
      } finally {
        span.end();
      }
    },
  );
}
