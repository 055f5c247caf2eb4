import { z } from 'zod'
import { httpUrlRule } from './config-fields.ts'

const isHeaderList = (value: string) => value.split(',').every((pair) => /^\s*[\w-]+=[\x21-\x7e ]*$/.test(pair))

const dsnRule = 'must be a DSN such as https://key@sentry.example/1'

// A user name is the public key; a password belonged to a form of the DSN that services no longer issue.
const isDsn = (value: string) => {
  const { username, password, pathname } = new URL(value)
  return /^\w+$/.test(username) && password === '' && /\/\d+$/.test(pathname)
}

/** Environment variables about stopping, logs, metrics, traces and error reports; part of the schema in config.ts. */
export const monitoringSettings = {
  /** `on` writes a log line per answer, whatever `LOG_LEVEL` is. By default, production does. */
  ACCESS_LOG: z.enum(['on', 'off']).optional(),
  /** Seconds between SIGTERM and the end of listening, in which the load balancer notices `/readyz`. */
  SHUTDOWN_DELAY_SECONDS: z.coerce.number().min(0).max(300).default(0),
  METRICS_PORT: z.coerce.number().int().min(1).max(65_535).optional(),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,}$/, 'must have at least 16 characters, without spaces')
    .optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/, error: httpUrlRule }).optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .refine(isHeaderList, 'must be a comma-separated list of name=value pairs')
    .optional(),
  OTEL_SERVICE_NAME: z.string().max(200).default('swade'),
  /** Share of requests and background operations that are traced, from 0 to 1. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  SENTRY_DSN: z
    .url({ protocol: /^https?$/, error: dsnRule, abort: true })
    .refine(isDsn, dsnRule)
    .optional(),
}

type MonitoringSettings = z.output<z.ZodObject<typeof monitoringSettings>> & { PORT: number }

/** Returns the problems of settings that do not fit together. */
export function monitoringProblems(values: MonitoringSettings): string[] {
  const problems: string[] = []
  if (values.METRICS_PORT !== undefined && values.METRICS_PORT === values.PORT)
    problems.push('METRICS_PORT: must differ from PORT')
  if (values.OTEL_EXPORTER_OTLP_HEADERS && !values.OTEL_EXPORTER_OTLP_ENDPOINT)
    problems.push('OTEL_EXPORTER_OTLP_ENDPOINT: must be set together with OTEL_EXPORTER_OTLP_HEADERS')
  return problems
}
