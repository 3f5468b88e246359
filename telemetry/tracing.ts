import { diag, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, TraceFlags } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, RandomIdGenerator, TracerProvider } from '@opentelemetry/sdk-trace'
import type { TraceContext } from './trace-context'

/** How the work of a span ended. Only names of the contract: no address, ID or text of a request. */
export interface SpanResult {
  name: string
  /** The HTTP status; undefined without a response. */
  status: number | undefined
  isFailed: boolean
  attributes?: Readonly<Record<string, string>>
}

/** Records spans, and sends them to `OTEL_EXPORTER_OTLP_ENDPOINT`. */
export interface Tracing {
  /**
   * Starts a span within a trace; without one, it starts a trace.
   * @returns the trace as it is within the span, and the function that ends the span
   */
  start: (kind: 'server' | 'client', parent: TraceContext | undefined) => OpenSpan
  /** Sends the remaining spans, for 2 s at most. */
  stop: () => Promise<void>
}

interface OpenSpan {
  trace: TraceContext
  end: (result: SpanResult) => void
}

interface TracingOptions {
  /** The address of the collector: `OTEL_EXPORTER_OTLP_ENDPOINT`. */
  endpoint: string
  /** Receives why spans could not be sent, at most once a minute. */
  onError: (reason: string) => void
}

/** An export takes no longer, with its retries: a stop waits for the last one. */
const EXPORT_TIMEOUT_MS = 2_000
const ERROR_EVERY_MS = 60_000

/** Starts to record spans. The headers of exports and attributes of the program come from `OTEL_…` variables. */
export function startTracing(serviceName: string, { endpoint, onError }: TracingOptions): Tracing {
  diag.setLogger(
    { ...NO_LOG, error: onceAMinute((text) => onError(reasonOf(text))) },
    { suppressOverrideMessage: true },
  )
  const random = new RandomIdGenerator()
  let wantedTraceId: string | undefined
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': serviceName }))
      .merge(detectResources({ detectors: [envDetector] })),
    // A trace that this program starts has an ID already: its log lines have it.
    idGenerator: {
      generateTraceId: () => wantedTraceId ?? random.generateTraceId(),
      generateSpanId: () => random.generateSpanId(),
    },
    spanProcessors: [new BatchSpanProcessor({ exporter: newExporter(endpoint) })],
  })
  const tracer = provider.getTracer(serviceName)
  return {
    start(kind, parent) {
      wantedTraceId = parent?.isNew === true ? parent.traceId : undefined
      const context = parent && parent.isNew !== true ? contextOf(parent) : ROOT_CONTEXT
      const span = tracer.startSpan('request', { kind: kind === 'server' ? SpanKind.SERVER : SpanKind.CLIENT }, context)
      const { traceId, spanId, traceFlags } = span.spanContext()
      const traceparent = `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`
      return {
        trace: { traceId, headers: { ...parent?.headers, traceparent } },
        end({ name, status, isFailed, attributes }) {
          span.updateName(name)
          span.setAttributes({ ...attributes, ...(status !== undefined && { 'http.response.status_code': status }) })
          if (isFailed) span.setStatus({ code: SpanStatusCode.ERROR })
          span.end()
        },
      }
    },
    stop: () => provider.shutdown(),
  }
}

const NO_LOG = { verbose: () => undefined, debug: () => undefined, info: () => undefined, warn: () => undefined }

function onceAMinute(report: (reason: string) => void): (reason: string) => void {
  let nextMs = 0
  return (reason) => {
    if (performance.now() < nextMs) return
    nextMs = performance.now() + ERROR_EVERY_MS
    report(reason)
  }
}

/** Returns the reason of an error that OpenTelemetry writes as JSON, without its stack. */
function reasonOf(text: string): string {
  try {
    const { message, code } = Object(JSON.parse(text))
    return [message, code].filter((part) => typeof part === 'string' && part !== '').join(' ') || text
  } catch {
    return text
  }
}

const newExporter = (endpoint: string) =>
  new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces`, timeoutMillis: EXPORT_TIMEOUT_MS })

function contextOf({ traceId, headers }: TraceContext) {
  const [, , spanId = '', flags = '00'] = (headers.traceparent ?? '').split('-')
  const isSampled = (Number.parseInt(flags, 16) & TraceFlags.SAMPLED) !== 0
  const traceFlags = isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true })
}
