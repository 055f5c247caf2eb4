import { expect, test } from 'vitest'
import { ExternalError, externalErrorMessage } from './external-error.ts'

const withCode = (
  code: string,
  message = 'C0:error:0A00010B:SSL routines:ssl3_get_record:wrong version number:../ssl/record.c:354:',
) => Object.assign(new Error(message), { code })

test('a fault is told by its code, never in the words of a library', () => {
  const told = Object.fromEntries(
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
  expect(told).toMatchInlineSnapshot(`
    {
      "": "the connection broke",
      "28P01": "it does not accept the password",
      "CERT_HAS_EXPIRED": "its certificate is not good",
      "DEPTH_ZERO_SELF_SIGNED_CERT": "its certificate is not good",
      "ECONNREFUSED": "nobody takes the connection",
      "EHOSTUNREACH": "no way leads there",
      "ENOSPC": "there is no room left on the disk",
      "ENOTFOUND": "nobody has this name",
      "EPROTO": "it speaks no encryption that is understood here",
      "ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE": "it speaks no encryption that is understood here",
      "ERR_TLS_CERT_ALTNAME_INVALID": "its certificate is not good",
      "ETIMEDOUT": "it did not answer in time",
      "HPE_INVALID_CONSTANT": "what it answers is no HTTP",
      "UNABLE_TO_VERIFY_LEAF_SIGNATURE": "its certificate is not good",
      "Z_DATA_ERROR": "what it sends cannot be unpacked",
      "toString": "the connection broke",
    }
  `)
})

test('the cause of a wrapper counts, and what we said ourselves stands', () => {
  expect(externalErrorMessage(new TypeError('fetch failed', { cause: withCode('ECONNREFUSED') }))).toBe(
    'nobody takes the connection',
  )
  expect(externalErrorMessage(Object.assign(withCode('ESOCKET'), { originalCode: 'CERT_HAS_EXPIRED' }))).toBe(
    'its certificate is not good',
  )
  expect(externalErrorMessage(new Error('wrapped', { cause: new ExternalError('it is too long for a feed') }))).toBe(
    'it is too long for a feed',
  )
  expect(externalErrorMessage(new DOMException('The operation was aborted due to timeout', 'TimeoutError'))).toBe(
    'it did not answer in time',
  )
  for (const odd of [
    undefined,
    null,
    'EPROTO',
    { message: 'secret' },
    new Error('secret'),
    new AggregateError([new Error('secret')]),
  ])
    expect(externalErrorMessage(odd)).toBe('the connection broke')
})

test('a circle of causes ends', () => {
  const error = new Error('round')
  error.cause = error
  expect(externalErrorMessage(error)).toBe('the connection broke')
})
