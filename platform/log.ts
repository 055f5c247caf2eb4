import { type DestinationStream, pino, type LevelWithSilent, type Logger } from 'pino'
import { removeSecrets } from '#shared/remove-secrets.ts'

/**
 * Creates a logger that writes one JSON line per event to standard error. Fields that may contain secrets or email
 * addresses are redacted, and so are addresses and tokens in every other text: a mail server repeats the recipient, and
 * the path of a page may be a personal link.
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
    { write: (line) => destination.write(removeSecrets(line)) },
  )
}

// Driver errors contain statement parameters and the failing row, which must not be logged.
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
