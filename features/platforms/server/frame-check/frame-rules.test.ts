import { expect, test } from 'vitest'
import { mayBeFramed } from './frame-rules.ts'

const at = new URL('https://platform.example/home')
const origin = 'https://www.swade.example'
const mayFrame = (headers: Record<string, string>, ours = origin) => mayBeFramed(headers, at, ours)
const csp = (policy: string) => ({ 'content-security-policy': policy })

test('a page without headers may be framed', () => {
  expect(mayFrame({})).toBe(true)
  expect(mayFrame(csp("default-src 'none'; script-src 'self'"))).toBe(true)
})

test.each([
  ['DENY', false],
  ['SAMEORIGIN', false],
  ['sameorigin, SAMEORIGIN', false],
  ['deny, allowall', false],
  ['ALLOW-FROM https://www.swade.example', true],
  ['nonsense', true],
  ['nonsense, more', true],
  ['', true],
])('X-Frame-Options: %s', (value, expected) => {
  expect(mayFrame({ 'x-frame-options': value })).toBe(expected)
})

test.each([
  ["frame-ancestors 'none'", false],
  ["frame-ancestors 'self'", false],
  ['frame-ancestors', false],
  ['frame-ancestors *', true],
  ['frame-ancestors https:', true],
  ['frame-ancestors http:', true],
  ['frame-ancestors https://www.swade.example', true],
  ['FRAME-ANCESTORS https://WWW.SWADE.EXAMPLE/some/path', true],
  ['frame-ancestors https://*.swade.example', true],
  ['frame-ancestors *.swade.example:*', true],
  ['frame-ancestors www.swade.example:8443', false],
  ['frame-ancestors https://swade.example', false],
  ['frame-ancestors https://*.other.example https://evilswade.example', false],
  ["default-src 'none'; frame-ancestors *; frame-ancestors 'none'", true],
  ["frame-ancestors *, frame-ancestors 'none'", false],
  ["script-src 'self', frame-ancestors 'none'", false],
])('Content-Security-Policy: %s', (policy, expected) => {
  expect(mayFrame(csp(policy))).toBe(expected)
})

test('a content security policy takes precedence, and a report-only policy is ignored', () => {
  expect(mayFrame({ ...csp('frame-ancestors *'), 'x-frame-options': 'DENY' })).toBe(true)
  expect(mayFrame({ 'content-security-policy-report-only': "frame-ancestors 'none'" })).toBe(true)
})

test('a source allowed over https is not allowed for an http site', () => {
  expect(mayFrame(csp('frame-ancestors https:'), 'http://localhost:3000')).toBe(false)
  expect(mayFrame(csp('frame-ancestors localhost:3000'), 'http://localhost:3000')).toBe(false)
  expect(mayFrame(csp('frame-ancestors http://localhost:3000'), 'http://localhost:3000')).toBe(true)
})
