import { createStackParser, createTransport, type Exception, Scope } from '@sentry/core'
import { nodeStackLineParser, ServerRuntimeClient } from '@sentry/core/server'
import type { Config } from '#platform/config.ts'
import type { LoggedError, ReportError } from '#platform/log.ts'

/** Reports of errors to a service that speaks the protocol of Sentry. */
export type ErrorReports = {
  report: ReportError
  /** Waits until all reports are sent, for at most two seconds. */
  flush(): Promise<void>
}

const flushLimitMs = 2_000
const requestLimitMs = 4_000
/** Reports of one minute; a database that is down fails every request the same way. */
const maxPerMinute = 60

/**
 * Creates error reports. They contain the error as the log shows it, its stack, and the ids of request and job; nothing
 * about the visitor or the request itself.
 *
 * @param options.now Clock in milliseconds, for tests.
 * @see https://develop.sentry.dev/sdk/data-model/envelopes/
 */
export function createErrorReports({
  config,
  now = Date.now,
}: {
  config: Pick<Config, 'SENTRY_DSN' | 'isProduction' | 'ROLE'>
  now?: () => number
}): ErrorReports {
  const parseStack = createStackParser(nodeStackLineParser())
  const client = new ServerRuntimeClient({
    dsn: config.SENTRY_DSN!,
    environment: config.isProduction ? 'production' : 'development',
    platform: 'node',
    runtime: { name: 'node', version: process.version },
    integrations: [],
    stackParser: parseStack,
    // Client reports would be requests of their own about what was not sent.
    sendClientReports: false,
    transport: (options) =>
      createTransport(options, async ({ body }) => {
        const answer = await fetch(options.url, {
          method: 'POST',
          headers: { 'content-type': 'application/x-sentry-envelope' },
          body: typeof body === 'string' ? body : Uint8Array.from(body),
          signal: AbortSignal.timeout(requestLimitMs),
        })
        await answer.arrayBuffer()
        return {
          statusCode: answer.status,
          headers: {
            'x-sentry-rate-limits': answer.headers.get('x-sentry-rate-limits'),
            'retry-after': answer.headers.get('retry-after'),
          },
        }
      }),
  })
  client.init()
  let minute = 0
  let count = 0

  return {
    report({ error, message, level, fields }) {
      const thisMinute = Math.floor(now() / 60_000)
      if (thisMinute !== minute) count = 0
      minute = thisMinute
      count += 1
      if (count > maxPerMinute) return
      const tags = { role: config.ROLE, ...fields, ...(error.code ? { code: error.code } : {}) }
      client.captureEvent(
        { level, tags, extra: { log: message }, exception: { values: exceptionsOf(error) } },
        {},
        new Scope(),
      )
    },
    async flush() {
      await client.flush(flushLimitMs)
    },
  }

  // The last exception is the one that was caught; those before it caused it.
  function exceptionsOf({ type, message, stack = '', cause }: LoggedError): Exception[] {
    const frames = parseStack(`${type ?? 'Error'}\n${stack}`)
    return [...(cause ? exceptionsOf(cause) : []), { type: type ?? 'Error', value: message, stacktrace: { frames } }]
  }
}
