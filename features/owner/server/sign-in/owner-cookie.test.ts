import { expect, test } from 'vitest'
import { createOwnerCookie } from './owner-cookie.ts'

const cookie = createOwnerCookie('http://localhost:3000', 600)
const { tokenHash, setCookie } = cookie.create()
const secret = setCookie.slice('swade-owner='.length, setCookie.indexOf(';'))

test('the session is found among other cookies, however the header is spaced', () => {
  expect(cookie.tokenHashOf(`swade-owner=${secret}`)).toBe(tokenHash)
  expect(cookie.tokenHashOf(`theme=dark; bare;  swade-owner = ${secret} ; last=1`)).toBe(tokenHash)
  expect(cookie.tokenHashOf(`swade-owner=stale; swade-owner=${secret}`)).toBe(tokenHash)
})

test('a secret in a cookie of another name is ignored', () => {
  const other = 'o'.repeat(32)
  expect(cookie.tokenHashOf(`swade-shelf=${other}; xswade-owner=${other}`)).toBeUndefined()
  expect(cookie.tokenHashOf(`swade-shelf=${other}; swade-owner=${secret}`)).toBe(tokenHash)
})

test.each([
  undefined,
  '',
  ';',
  `swade-owner=x${'s'.repeat(32)}`,
  `swade-owner=${'s'.repeat(31)}!`,
  `swade-owner=${'s'.repeat(32)}=`,
])('the header %j contains no session', (header) => {
  expect(cookie.tokenHashOf(header)).toBeUndefined()
})

test('the cookie lasts as long as a session can, and is deleted with the same attributes', () => {
  expect(setCookie).toBe(`swade-owner=${secret}; Max-Age=600; Path=/; HttpOnly; SameSite=Lax`)
  expect(cookie.ended).toBe('swade-owner=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax')
})
