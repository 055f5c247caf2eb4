/**
 * Why something outside did not do what was asked, in words of ours that are fit for a person and complete "It does not
 * answer: …".
 */
export class ExternalError extends Error {}

const wordsByCode: Record<string, string> = {
  'ENOTFOUND': 'nobody has this name',
  'EAI_AGAIN': 'nobody has this name',
  'ENODATA': 'nobody has this name',
  'ESERVFAIL': 'nobody has this name',
  'ECONNREFUSED': 'nobody takes the connection',
  'ECONNRESET': 'nobody takes the connection',
  'EHOSTUNREACH': 'no way leads there',
  'EHOSTDOWN': 'no way leads there',
  'ENETUNREACH': 'no way leads there',
  'EADDRNOTAVAIL': 'no way leads there',
  'ETIMEDOUT': 'it did not answer in time',
  'ESOCKETTIMEDOUT': 'it did not answer in time',
  'UND_ERR_CONNECT_TIMEOUT': 'it did not answer in time',
  'UND_ERR_HEADERS_TIMEOUT': 'it did not answer in time',
  'UND_ERR_BODY_TIMEOUT': 'it did not answer in time',
  // OpenSSL's own texts hold numbers of its source files.
  'EPROTO': 'it speaks no encryption that is understood here',
  'ENOSPC': 'there is no room left on the disk',
  'EDQUOT': 'there is no room left on the disk',
  'EACCES': 'it may not be opened',
  'EPERM': 'it may not be opened',
  // PostgreSQL: https://www.postgresql.org/docs/current/errcodes-appendix.html
  '28000': 'it does not accept the user name',
  '28P01': 'it does not accept the password',
  '3D000': 'it has no database of this name',
  '53300': 'it takes no more connections',
  '57P03': 'it is starting or stopping',
}

/**
 * Puts a failure into words for a person. What a library says of itself, of its source files or of addresses is never
 * repeated: only {@link ExternalError} speaks for itself, everything else is known by its code.
 */
export function externalErrorMessage(error: unknown): string {
  for (let at = error, depth = 0; depth < 4 && at instanceof Error; at = at.cause, depth += 1) {
    if (at instanceof ExternalError) return at.message
    if (at.name === 'TimeoutError' || at.name === 'AbortError') return 'it did not answer in time'
    // The mail library puts a code of its own before the one of the network.
    const { code, originalCode = code } = at as NodeJS.ErrnoException & { originalCode?: string }
    const words = wordsOfCode(String(originalCode ?? ''))
    if (words) return words
  }
  return 'the connection broke'
}

function wordsOfCode(code: string): string | undefined {
  if (Object.hasOwn(wordsByCode, code)) return wordsByCode[code]
  if (code.includes('CERT') || code.startsWith('ERR_TLS') || code === 'UNABLE_TO_VERIFY_LEAF_SIGNATURE')
    return 'its certificate is not good'
  if (code.startsWith('ERR_SSL')) return wordsByCode['EPROTO']
  if (code.startsWith('HPE_')) return 'what it answers is no HTTP'
  return code.startsWith('Z_') ? 'what it sends cannot be unpacked' : undefined
}
