import { expect, test } from 'vitest'
import { isLocalRequest } from './local-request.ts'

test.each([
  ['127.0.0.1', { host: 'localhost:3000' }, true],
  ['::1', { host: '[::1]:3000' }, true],
  ['127.0.0.1', { host: '127.0.0.11:3000' }, true],
  ['::ffff:127.0.0.1', { host: '127.0.0.1' }, true],
  ['127.0.0.1', { host: 'swade.example' }, false],
  ['127.0.0.1', { host: '127.0.0.1.swade.example' }, false],
  ['127.0.0.1', { host: '127.evil.example' }, false],
  ['127.0.0.1', {}, false],
  ['192.0.2.7', { host: 'localhost:3000' }, false],
  ['127.0.0.1', { 'host': 'localhost:3000', 'x-forwarded-for': '192.0.2.7' }, false],
])('a request from %s with %j comes from this machine: %s', (ip, headers, isLocal) => {
  expect(isLocalRequest({ ip, headers })).toBe(isLocal)
})
