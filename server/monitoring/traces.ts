import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Attributes,
  type Context,
  defaultTextMapGetter,
  diag,
  DiagLogLevel,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import type { Config } from '#platform/config.ts'
import type { Database } from '#platform/database/open-database.ts'
import { type Operation, operations, subscribeToOperations } from '#platform/operations.ts'
import { isAppError } from '#shared/errors.ts'
import { routeOf } from './request-route.ts'
import { traceStatements } from '#platform/database/traced-statements.ts'

/** Traces of requests, background operations and database statements. */
export type Traces = {
  /** Hooks that trace requests. */
  plugin: (app: FastifyInstance) => Promise<void>
  /** Traces the statements of a database. */
  traceDatabase(database: Pick<Database, 'pool'>): void
  /** Sends what is not sent yet and stops. */
  close(): Promise<void>
}

/** Time for one export, within the time that a stopping process has, in milliseconds. */
const exportLimitMs = 4_000

/**
 * Creates traces that are sent to a collector by OTLP over HTTP. Spans name routes and tables, never URLs, parameters
 * or people.
 *
 * @param options.isTrustedPeer Returns whether the `traceparent` header of a peer continues its trace; a visitor must
 *   not decide what is traced.
 * @see https://opentelemetry.io/docs/specs/otlp/
 */
export function createTraces({
  config,
  log,
  isTrustedPeer,
}: {
  config: Pick<
    Config,
    | 'OTEL_EXPORTER_OTLP_ENDPOINT'
    | 'OTEL_EXPORTER_OTLP_HEADERS'
    | 'OTEL_SERVICE_NAME'
    | 'OTEL_TRACES_SAMPLER_ARG'
    | 'ROLE'
  >
  log: FastifyBaseLogger
  isTrustedPeer(address: string): boolean
}): Traces {
  const warn = (reason: string) => log.warn({ reason: reason.slice(0, 300) }, 'traces could not be sent')
  diag.setLogger(
    { error: warn, warn, info() {}, debug() {}, verbose() {} },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  )
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': config.OTEL_SERVICE_NAME, 'swade.role': config.ROLE }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(config.OTEL_TRACES_SAMPLER_ARG) }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter({
          url: `${config.OTEL_EXPORTER_OTLP_ENDPOINT!.replace(/\/$/, '')}/v1/traces`,
          headers: parseHeaders(config.OTEL_EXPORTER_OTLP_HEADERS),
          timeoutMillis: exportLimitMs,
        }),
        exportTimeoutMillis: exportLimitMs,
      }),
    ],
  })
  const tracer = provider.getTracer('swade')
  const propagator = new W3CTraceContextPropagator()
  const current = new AsyncLocalStorage<Context>()
  const start = (name: string, kind: SpanKind, attributes: Attributes, parent = current.getStore() ?? ROOT_CONTEXT) =>
    tracer.startSpan(name, { kind, attributes }, parent)

  const spans = new WeakMap<Operation, Span>()
  operations.start.bindStore(current, (data) => {
    const operation = data as Operation
    const span = start(`${operation.kind} ${operation.name}`, SpanKind.INTERNAL, {
      'swade.operation.kind': operation.kind,
      'swade.operation.name': operation.name,
    })
    spans.set(operation, span)
    return trace.setSpan(current.getStore() ?? ROOT_CONTEXT, span)
  })
  const unsubscribe = subscribeToOperations({
    asyncEnd(operation: Operation) {
      const span = spans.get(operation)
      if (span) endWith(span, operation.error)
    },
  })

  const requestSpans = new WeakMap<FastifyRequest, Span>()
  const endRequest = (request: FastifyRequest, reply: FastifyReply) => {
    const span = requestSpans.get(request)
    if (!span?.isRecording()) return
    const route = routeOf(request)
    span.updateName(`${request.method} ${route}`)
    span.setAttributes({ 'http.route': route, 'http.response.status_code': reply.statusCode })
    if (reply.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
    span.end()
  }
  const plugin = fastifyPlugin(async (app: FastifyInstance) => {
    app.addHook('onRequest', (request, reply, done) => {
      const parent = isTrustedPeer(request.socket.remoteAddress ?? '')
        ? propagator.extract(ROOT_CONTEXT, request.headers, defaultTextMapGetter)
        : ROOT_CONTEXT
      const attributes = { 'http.request.method': request.method, 'swade.request_id': request.id }
      const span = start(request.method, SpanKind.SERVER, attributes, parent)
      requestSpans.set(request, span)
      reply.raw.once('close', () => endRequest(request, reply))
      current.run(trace.setSpan(parent, span), done)
    })
    app.addHook('onResponse', (request, reply, done) => {
      endRequest(request, reply)
      done()
    })
  })

  return {
    plugin,
    traceDatabase: ({ pool }) =>
      traceStatements(pool, (summary) => {
        // Without a parent it is one of the polls, which say nothing and would be most of all spans.
        if (!current.getStore()) return undefined
        const span = start(summary, SpanKind.CLIENT, { 'db.system.name': 'postgresql', 'db.query.summary': summary })
        return (error) => endWith(span, error)
      }),
    async close() {
      operations.start.unbindStore(current)
      unsubscribe()
      await provider.shutdown().catch(() => undefined)
      diag.disable()
    },
  }
}

// Error messages may repeat what a visitor typed; the type is enough to find the log line.
function endWith(span: Span, error: unknown): void {
  if (error !== undefined && !isAppError(error)) {
    const type = error instanceof Error ? error.name : 'Error'
    span.setAttribute('error.type', type)
    span.setStatus({ code: SpanStatusCode.ERROR })
  }
  span.end()
}

/** @see https://opentelemetry.io/docs/specs/otel/protocol/exporter/#specifying-headers-via-environment-variables */
function parseHeaders(text = ''): Record<string, string> {
  const pairs = text.split(',').flatMap((pair) => {
    const [, name, value = ''] = /^\s*([\w-]+)=(.*)$/.exec(pair) ?? []
    return name ? [[name, decode(value.trim())] as const] : []
  })
  return Object.fromEntries(pairs)
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
