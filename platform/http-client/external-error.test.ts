import { expect, test } from 'vitest'
import { ExternalError, externalErrorMessage } from './external-error.ts'

const withCode = (
  code: string,
  message = 'C0:error:0A00010B:SSL routines:ssl3_get_record:wrong version number:../ssl/record.c:354:',
) => Object.assign(new Error(message), { code })

test('an error is described by its code, never by the text of a library', () => {
  const messages = Object.fromEntries(
    [
      'ENOTFOUND',
      'ECONNREFUSED',
      'EHOSTUNREACH',
      'ETIMEDOUT',
      'EPROTO',
      'ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE',
      'DEPTH_ZERO_SELF_SIGNED_CERT',
      'CERT_HAS_EXPIRED',
      'ERR_TLS_CERT_ALTNAME_INVALID',
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
      'HPE_INVALID_CONSTANT',
      'Z_DATA_ERROR',
      'ENOSPC',
      '28P01',
      'toString',
      '',
    ].map((code) => [code, externalErrorMessage(withCode(code))]),
  )
  expect(messages).toMatchInlineSnapshot(`
    {
      "": "the connection was lost",
      "28P01": "the password was rejected",
      "CERT_HAS_EXPIRED": "the TLS certificate is not valid",
      "DEPTH_ZERO_SELF_SIGNED_CERT": "the TLS certificate is not valid",
      "ECONNREFUSED": "connection refused",
      "EHOSTUNREACH": "host unreachable",
      "ENOSPC": "the disk is full",
      "ENOTFOUND": "host name not found",
      "EPROTO": "no supported TLS protocol",
      "ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE": "no supported TLS protocol",
      "ERR_TLS_CERT_ALTNAME_INVALID": "the TLS certificate is not valid",
      "ETIMEDOUT": "request timed out",
      "HPE_INVALID_CONSTANT": "the response is not valid HTTP",
      "UNABLE_TO_VERIFY_LEAF_SIGNATURE": "the TLS certificate is not valid",
      "Z_DATA_ERROR": "the response could not be decompressed",
      "toString": "the connection was lost",
    }
  `)
})

test('the cause of a wrapper is described, and our own messages stay unchanged', () => {
  expect(externalErrorMessage(new TypeError('fetch failed', { cause: withCode('ECONNREFUSED') }))).toBe(
    'connection refused',
  )
  expect(externalErrorMessage(Object.assign(withCode('ESOCKET'), { originalCode: 'CERT_HAS_EXPIRED' }))).toBe(
    'the TLS certificate is not valid',
  )
  expect(externalErrorMessage(new Error('wrapped', { cause: new ExternalError('the feed is too large') }))).toBe(
    'the feed is too large',
  )
  expect(externalErrorMessage(new DOMException('The operation was aborted due to timeout', 'TimeoutError'))).toBe(
    'request timed out',
  )
  for (const odd of [
    undefined,
    null,
    'EPROTO',
    { message: 'secret' },
    new Error('secret'),
    new AggregateError([new Error('secret')]),
  ])
    expect(externalErrorMessage(odd)).toBe('the connection was lost')
})

test('cyclic causes end', () => {
  const error = new Error('round')
  error.cause = error
  expect(externalErrorMessage(error)).toBe('the connection was lost')
})
