import { expect, test } from 'vitest'
import { type ConfigError, readConfig } from './config.ts'

const production = {
  NODE_ENV: 'production',
  PUBLIC_ORIGIN: 'https://swade.example',
  SMTP_URL: 'smtp://relay:25',
  POSTAL_ADDRESS: '1 Road',
  OWNER_EMAIL: 'owner@swade.example',
  CASHAPP_TAG: '$SwadeOne',
}

test.each([
  [{}, false],
  [production, true],
  [{ ...production, ACCESS_LOG: 'off' }, false],
  [{ ACCESS_LOG: 'on' }, true],
])('requests are logged in production and on request: case %#', (environment, expected) => {
  expect(readConfig(environment).logsRequests).toBe(expected)
})

test('by default stopping does not wait and everything is traced', () => {
  expect(readConfig({})).toMatchObject({ SHUTDOWN_DELAY_SECONDS: 0, OTEL_TRACES_SAMPLER_ARG: 1 })
  expect(readConfig({ SHUTDOWN_DELAY_SECONDS: '7.5', OTEL_TRACES_SAMPLER_ARG: '0.25' })).toMatchObject({
    SHUTDOWN_DELAY_SECONDS: 7.5,
    OTEL_TRACES_SAMPLER_ARG: 0.25,
  })
})

test.each([
  [{ ACCESS_LOG: 'yes' }, /^ACCESS_LOG: /],
  [{ SHUTDOWN_DELAY_SECONDS: '-1' }, /^SHUTDOWN_DELAY_SECONDS: /],
  [{ SHUTDOWN_DELAY_SECONDS: 'ten' }, /^SHUTDOWN_DELAY_SECONDS: /],
  [{ METRICS_PORT: '0' }, /^METRICS_PORT: /],
  [{ METRICS_PORT: '3000' }, /^METRICS_PORT: must differ from PORT/],
  [{ METRICS_TOKEN: 'short' }, /^METRICS_TOKEN: must have at least 16 characters/],
  [{ METRICS_TOKEN: 'with spaces in between' }, /^METRICS_TOKEN: /],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }, /^OTEL_EXPORTER_OTLP_ENDPOINT: /],
  [{ OTEL_EXPORTER_OTLP_HEADERS: 'authorization=x' }, /^OTEL_EXPORTER_OTLP_ENDPOINT: must be set together/],
  [
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318', OTEL_EXPORTER_OTLP_HEADERS: 'nonsense' },
    /^OTEL_EXPORTER_OTLP_HEADERS: must be a comma-separated list/,
  ],
  [{ OTEL_TRACES_SAMPLER_ARG: '1.5' }, /^OTEL_TRACES_SAMPLER_ARG: /],
  [{ SENTRY_DSN: 'https://sentry.example/1' }, /^SENTRY_DSN: must be a DSN/],
  [{ SENTRY_DSN: 'https://key@sentry.example/' }, /^SENTRY_DSN: must be a DSN/],
  [{ SENTRY_DSN: 'https://key:secret@sentry.example/1' }, /^SENTRY_DSN: must be a DSN/],
  [{ SENTRY_DSN: 'https://a-key@sentry.example/1' }, /^SENTRY_DSN: must be a DSN/],
  [{ SENTRY_DSN: 'key' }, /^SENTRY_DSN: /],
])('%j is rejected by name', (environment, expected) => {
  const problems = (() => {
    try {
      return [JSON.stringify(readConfig(environment))]
    } catch (error) {
      return (error as ConfigError).problems
    }
  })()
  expect(problems).toHaveLength(1)
  expect(problems[0]).toMatch(expected)
})
