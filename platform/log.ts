import { type DestinationStream, pino, type LevelWithSilent, type Logger } from 'pino'

/**
 * One JSON line per event on standard error, so that standard output stays for people.
 * Anything that could be a secret or a person's address is cut out before it is written.
 */
export function createLog(level: LevelWithSilent, destination: DestinationStream = process.stderr): Logger {
  return pino(
    {
      level,
      redact: {
        paths: ['*.password', '*.token', '*.authorization', '*.cookie', 'req.headers', '*.email', '*.to'],
        censor: '[redacted]',
      },
      serializers: { err: describeError },
    },
    destination,
  )
}

// Driver errors carry the statement's parameters and the failing row; neither belongs into a log.
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) }
  const { code } = error as NodeJS.ErrnoException
  const message = error.message.split('\nparams:')[0]
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
