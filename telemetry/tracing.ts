import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, TraceFlags } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, RandomIdGenerator, TracerProvider } from '@opentelemetry/sdk-trace'
import type { TraceContext } from './trace-context'

/** What is known of a span at its end. Only names of the contract: no address, ID or text of a request. */
export interface SpanEnd {
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
  /** Sends what is left. */
  stop: () => Promise<void>
}

interface OpenSpan {
  trace: TraceContext
  end: (end: SpanEnd) => void
}

/** Starts to record spans. The other settings of OpenTelemetry (`OTEL_…`) apply too. */
export function startTracing(serviceName: string): Tracing {
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
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
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

function contextOf({ traceId, headers }: TraceContext) {
  const [, , spanId = '', flags = '00'] = (headers.traceparent ?? '').split('-')
  const isSampled = (Number.parseInt(flags, 16) & TraceFlags.SAMPLED) !== 0
  const traceFlags = isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true })
}
