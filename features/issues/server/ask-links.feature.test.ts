import { afterAll, beforeAll, expect, test } from 'vitest'
import { nowPlayingEventsEndpoint } from '#features/radio/contract.ts'
import { buildTestSite, type TestSite } from '#tests/support/test-site.ts'
import { createLinkAsking } from './ask-links.ts'

let site: TestSite
const links = createLinkAsking(() => [])
const impatientLinks = createLinkAsking(() => [], 200)

beforeAll(async () => {
  site = await buildTestSite()
  links.connect(site.app)
  impatientLinks.connect(site.app)
})
afterAll(() => site.close())

test('a page of this site is asked without leaving the process, and one that is not there is found out', async () => {
  expect(await links.own('/healthz')).toBe(200)
  expect(await links.own('/api/nothing-here')).toBe(404)
})

test('what never ends at this site does not keep a look at links from ending', async () => {
  expect(await impatientLinks.own(nowPlayingEventsEndpoint.path)).toBe(504)
})
