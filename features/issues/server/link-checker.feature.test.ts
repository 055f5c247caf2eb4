import { afterAll, beforeAll, expect, test } from 'vitest'
import { nowPlayingEventsEndpoint } from '#features/radio/contract.ts'
import { buildTestSite, type TestSite } from '#tests/support/test-site.ts'
import { createLinkChecker } from './link-checker.ts'

let site: TestSite
const links = createLinkChecker(() => [])
const impatientLinks = createLinkChecker(() => [], 200)

beforeAll(async () => {
  site = await buildTestSite()
  links.connect(site.app)
  impatientLinks.connect(site.app)
})
afterAll(() => site.close())

test('pages of this site are requested within the process, and missing ones are found', async () => {
  expect(await links.own('/healthz')).toBe(200)
  expect(await links.own('/api/nothing-here')).toBe(404)
})

test('an endless response of this site does not block the link check', async () => {
  expect(await impatientLinks.own(nowPlayingEventsEndpoint.path)).toBe(504)
})
