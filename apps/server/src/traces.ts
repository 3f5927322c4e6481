import type { RequestHandler } from 'express';
import type { Config } from './config.ts';
import { version } from './version.ts';

export interface Traces {
  /** Begins a trace for each request, or goes on with that of its caller; null where none are made. */
  readonly request: RequestHandler | null;
  /** Sends what is left. */
  readonly close: () => Promise<void>;
}

const none: Traces = { request: null, close: () => Promise.resolve() };

/**
 * Traces of requests and jobs by OpenTelemetry, where an address for them is set. They hold the
 * method, the status and the kind of a job: no path, as those hold tokens, and nothing of a user.
 */
export async function openTraces({
  OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
  ROLE: role,
}: Pick<Config, 'OTEL_EXPORTER_OTLP_ENDPOINT' | 'ROLE'>): Promise<Traces> {
  if (endpoint === undefined) return none;
  const [
    { context, propagation, SpanKind, SpanStatusCode, trace },
    { OTLPTraceExporter },
    { resourceFromAttributes },
    { BatchSpanProcessor, NodeTracerProvider },
  ] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/sdk-trace-node'),
  ]);
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'columnist',
      'service.version': version,
      'service.instance.role': role,
    }),
    spanProcessors: [
      new BatchSpanProcessor(
        new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` }),
        { scheduledDelayMillis: 1000 },
      ),
    ],
  });
  provider.register();
  const tracer = trace.getTracer('columnist');
  return {
    request: (req, res, next) => {
      const parent = propagation.extract(context.active(), req.headers);
      const span = tracer.startSpan(
        `${req.method} request`,
        { kind: SpanKind.SERVER, attributes: { 'http.request.method': req.method } },
        parent,
      );
      res.once('close', () => {
        span.setAttribute('http.response.status_code', res.statusCode);
        if (res.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      });
      context.with(trace.setSpan(parent, span), next);
    },
    close: () => provider.shutdown().catch(() => {}),
  };
}
