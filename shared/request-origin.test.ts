import { expect, test } from 'vitest'
import { isCrossSiteRequest, isOwnForm, isSameOriginRequest } from './request-origin.ts'

const own = ['https://swade.example', 'http://192.168.1.7:3000']

test.each([
  { origin: 'https://swade.example', fetchSite: 'same-origin' },
  { origin: 'https://swade.example' },
  { origin: 'http://192.168.1.7:3000', fetchSite: null },
])('%j came from a page of this site', (source) => {
  expect(isSameOriginRequest(source, own)).toBe(true)
})

test.each([
  {},
  { origin: null },
  { origin: '' },
  { origin: 'null' },
  { origin: 'https://evil.example' },
  { origin: 'https://swade.example.evil.example' },
  { origin: 'http://swade.example' },
  { origin: 'https://swade.example:8443' },
  { origin: 'https://swade.example', fetchSite: 'cross-site' },
  { origin: 'https://swade.example', fetchSite: 'same-site' },
  { origin: 'https://swade.example', fetchSite: 'none' },
  { fetchSite: 'same-origin' },
])('%j did not come from a page of this site', (source) => {
  expect(isSameOriginRequest(source, own)).toBe(false)
})

test('only a page of another site is cross-site: not ours, a typed address, or an older browser', () => {
  for (const fetchSite of ['cross-site', 'same-site']) expect(isCrossSiteRequest({ fetchSite })).toBe(true)
  for (const fetchSite of ['same-origin', 'none', undefined, null])
    expect(isCrossSiteRequest({ fetchSite })).toBe(false)
})

test('a form without an origin is ours only if the browser says so', () => {
  for (const source of [{ fetchSite: 'same-origin' }, { origin: own[0] }, { origin: own[1], fetchSite: 'same-origin' }])
    expect(isOwnForm(source, own)).toBe(true)
  for (const source of [
    {},
    { fetchSite: 'none' },
    { fetchSite: 'same-site' },
    { origin: 'null', fetchSite: 'same-origin' },
    { origin: own[0], fetchSite: 'cross-site' },
    { origin: 'https://evil.example', fetchSite: 'same-origin' },
  ])
    expect(isOwnForm(source, own)).toBe(false)
})
