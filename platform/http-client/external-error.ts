/** Error of an external service. The message can be shown to users and follows a prefix such as "Couldn't load: ". */
export class ExternalError extends Error {}

const messageByCode: Record<string, string> = {
  'ENOTFOUND': 'host name not found',
  'EAI_AGAIN': 'host name not found',
  'ENODATA': 'host name not found',
  'ESERVFAIL': 'host name not found',
  'ECONNREFUSED': 'connection refused',
  'ECONNRESET': 'connection refused',
  'EHOSTUNREACH': 'host unreachable',
  'EHOSTDOWN': 'host unreachable',
  'ENETUNREACH': 'host unreachable',
  'EADDRNOTAVAIL': 'host unreachable',
  'ETIMEDOUT': 'request timed out',
  'ESOCKETTIMEDOUT': 'request timed out',
  'UND_ERR_CONNECT_TIMEOUT': 'request timed out',
  'UND_ERR_HEADERS_TIMEOUT': 'request timed out',
  'UND_ERR_BODY_TIMEOUT': 'request timed out',
  // OpenSSL messages contain line numbers of its source files.
  'EPROTO': 'no supported TLS protocol',
  'ENOSPC': 'the disk is full',
  'EDQUOT': 'the disk is full',
  'EACCES': 'permission denied',
  'EPERM': 'permission denied',
  // PostgreSQL: https://www.postgresql.org/docs/current/errcodes-appendix.html
  '28000': 'the username was rejected',
  '28P01': 'the password was rejected',
  '3D000': 'the database does not exist',
  '53300': 'too many connections',
  '57P03': 'the server is starting up or shutting down',
}

/**
 * Returns a user-facing message for an error. Library messages are never repeated: only {@link ExternalError} is shown
 * as it is, other errors are identified by their code.
 */
export function externalErrorMessage(error: unknown): string {
  for (let at = error, depth = 0; depth < 4 && at instanceof Error; at = at.cause, depth += 1) {
    if (at instanceof ExternalError) return at.message
    if (at.name === 'TimeoutError' || at.name === 'AbortError') return 'request timed out'
    // The mail library replaces the network's code with its own.
    const { code, originalCode = code } = at as NodeJS.ErrnoException & { originalCode?: string }
    const message = messageOfCode(String(originalCode ?? ''))
    if (message) return message
  }
  return 'the connection was lost'
}

function messageOfCode(code: string): string | undefined {
  if (Object.hasOwn(messageByCode, code)) return messageByCode[code]
  if (code.includes('CERT') || code.startsWith('ERR_TLS') || code === 'UNABLE_TO_VERIFY_LEAF_SIGNATURE')
    return 'the TLS certificate is not valid'
  if (code.startsWith('ERR_SSL')) return messageByCode['EPROTO']
  if (code.startsWith('HPE_')) return 'the response is not valid HTTP'
  return code.startsWith('Z_') ? 'the response could not be decompressed' : undefined
}
