import { performance } from 'node:perf_hooks'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Measurement, ProcessDeps } from '#platform/feature.ts'
import { type Operation, subscribeToOperations } from '#platform/operations.ts'
import { isAppError } from '#shared/errors.ts'
import { siteMeasurements } from './measurements.ts'

/** Upper bounds of the duration histograms, in seconds. */
const requestBuckets = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const operationBuckets = [0.01, 0.05, 0.25, 1, 5, 15, 60, 300]

/** Metrics of the process and the site in Prometheus format. */
export type Metrics = {
  contentType: string
  /** Counts an answered request. */
  countRequest(request: { method: string; route: string; status: number; durationMs: number }): void
  /** Measures everything and returns the text for Prometheus. */
  read(): Promise<string>
  /** Stops counting operations. */
  close(): void
}

/**
 * Creates the metrics. Durations are counted as they happen; queues, pools and disks are measured at each scrape, and
 * left out while the database is unavailable, which `database_up` reports.
 *
 * @param deps.jobNames Jobs that this process runs.
 * @see https://prometheus.io/docs/practices/naming/
 */
export function createMetrics(
  deps: Pick<ProcessDeps, 'config' | 'database' | 'pageCache' | 'collect'> & { jobNames: readonly string[] },
): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 20 })
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of answered requests by route pattern.',
    labelNames: ['method', 'route', 'status'],
    buckets: requestBuckets,
    registers: [registry],
  })
  const durations = createOperationHistograms(registry)
  // A counter that first appears as 1 has not increased for Prometheus, and the first failure would be missed.
  for (const name of deps.jobNames) durations.job.zero({ name, outcome: 'failure' })
  const began = new WeakMap<Operation, number>()
  const unsubscribe = subscribeToOperations({
    start: (operation: Operation) => void began.set(operation, performance.now()),
    asyncEnd(operation: Operation) {
      const { kind, name, error } = operation
      // A refusal such as a file that does not exist is an answer.
      const outcome = error === undefined || isAppError(error) ? 'success' : 'failure'
      const startedMs = began.get(operation)
      if (startedMs === undefined) return
      durations[kind].observe({ name, outcome }, (performance.now() - startedMs) / 1000)
    },
  })
  const sources = () => [siteMeasurements(deps), ...deps.collect('measurements')]

  return {
    contentType: registry.contentType,
    countRequest: ({ method, route, status, durationMs }) =>
      requests.observe({ method, route, status: String(status) }, durationMs / 1000),
    async read() {
      const results = await Promise.allSettled(sources().map((measure) => measure()))
      for (const result of results)
        if (result.status === 'fulfilled') for (const measurement of result.value) setGauge(registry, measurement)
      return registry.metrics()
    },
    close: unsubscribe,
  }
}

function createOperationHistograms(registry: Registry) {
  const histogram = (name: string, help: string) =>
    new Histogram({
      name,
      help,
      labelNames: ['name', 'outcome'],
      buckets: operationBuckets,
      registers: [registry],
    })
  return {
    job: histogram('background_job_duration_seconds', 'Duration of background job runs in this process.'),
    mail: histogram('mail_send_duration_seconds', 'Duration of attempts to send a transactional email.'),
    delivery: histogram('newsletter_send_duration_seconds', 'Duration of attempts to send a newsletter delivery.'),
    storage: histogram('storage_operation_duration_seconds', 'Duration of operations on stored files.'),
  }
}

// Created again at each scrape, so that labels that no longer occur disappear.
function setGauge(registry: Registry, { name, help, samples }: Measurement): void {
  registry.removeSingleMetric(name)
  const labelNames = [...new Set(samples.flatMap(({ labels = {} }) => Object.keys(labels)))]
  const gauge = new Gauge({ name, help, labelNames, registers: [registry] })
  for (const { labels = {}, value } of samples) gauge.set(labels, value)
}
