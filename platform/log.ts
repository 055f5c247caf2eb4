import { type DestinationStream, pino, type LevelWithSilent, type LogFn, type Logger } from 'pino'

/** An error as the log shows it. */
export type LoggedError = {
  type?: string
  message: string
  code?: string | undefined
  /** Lines of the call stack, without the message. */
  stack?: string | undefined
  cause?: LoggedError
}

/** Receives every error that is logged as an error, such as a failed request. */
export type ReportError = (report: {
  error: LoggedError
  /** Message of the log line. */
  message: string
  level: 'error' | 'fatal'
  /** Ids of the request and the background job. */
  fields: Record<string, string>
}) => void
import { removeSecrets } from '#shared/remove-secrets.ts'

/**
 * Creates a logger that writes one JSON line per event to standard error. Fields that may contain secrets or email
 * addresses are redacted, and so are addresses and tokens in every other text: a mail server repeats the recipient, and
 * the path of a page may be a personal link.
 *
 * @param report Receives the errors among them.
 */
export function createLog(
  level: LevelWithSilent,
  destination: DestinationStream = process.stderr,
  report?: ReportError,
): Logger {
  return pino(
    {
      level,
      ...(report ? { hooks: { logMethod: reportErrors(report) } } : {}),
      redact: {
        paths: ['*.password', '*.token', '*.authorization', '*.cookie', 'req.headers', '*.email', '*.to'],
        censor: '[redacted]',
      },
      serializers: { err: describeError },
    },
    { write: (line) => destination.write(removeSecrets(line)) },
  )
}

/** Reports what is logged at level error or above with an `err`, on its way into the log. */
function reportErrors(report: ReportError) {
  return function logMethod(this: Logger, args: Parameters<LogFn>, method: LogFn, level: number): void {
    method.apply(this, args)
    const [details, message] = args as unknown[]
    const { err, job } = (details ?? {}) as { err?: unknown; job?: unknown }
    if (level < this.levels.values['error']! || err === undefined) return
    const { reqId } = this.bindings()
    const fields = { ...(reqId ? { request: String(reqId) } : {}), ...(job ? { job: String(job) } : {}) }
    report({
      error: describeError(err),
      message: typeof message === 'string' ? message : '',
      level: level >= this.levels.values['fatal']! ? 'fatal' : 'error',
      fields,
    })
  }
}

// Driver errors contain statement parameters and the failing row, which must not be logged.
function describeError(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { message: String(error) }
  const { code } = error as NodeJS.ErrnoException
  const message = error.message.split('\nparams:')[0] ?? ''
  return {
    type: error.name,
    message,
    code,
    stack: error.stack
      ?.split('\n')
      .filter((line) => line.trimStart().startsWith('at '))
      .join('\n'),
    ...(error.cause ? { cause: describeError(error.cause) } : {}),
  }
}
