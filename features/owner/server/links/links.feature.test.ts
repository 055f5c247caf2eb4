import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { LinkStatus } from '#platform/http-client/check-link.ts'
import { buildTestSite, type TestSite } from '#tests/support/test-site.ts'
import { createLinkChecks, type SiteLink } from './link-checks.ts'
import { createLinkItems } from './link-items.ts'

const dayMs = 24 * 3_600_000
const gone = 'https://gone.example/page'
const slow = 'https://slow.example/'

let site: TestSite
let now: Date
let answers: Record<string, LinkStatus>
let requested: string[]
let links: SiteLink[]

beforeAll(async () => {
  site = await buildTestSite()
})
afterAll(() => site.close())
beforeEach(async () => {
  now = new Date('2026-11-21T12:00:00Z')
  answers = { [gone]: { status: 404 }, [slow]: { failure: 'no answer within 10 s' } }
  requested = []
  links = [gone, slow, 'https://well.example/', 'https://shy.example/'].map((url) => ({
    url,
    where: `Artist ${new URL(url).host}`,
    href: '/admin/content/artist/x',
  }))
  answers['https://shy.example/'] = { status: 403 }
  await site.database.pool.query('delete from owner_links')
})

function open() {
  const deps = { db: site.database.db, clock: { now: () => now }, log: { warn: () => undefined }, links: () => links }
  const fetchLink = async (url: string): Promise<LinkStatus> => {
    requested.push(url)
    return answers[url] ?? { status: 200 }
  }
  const checks = createLinkChecks({ ...deps, fetchLink })
  return { checks, items: createLinkItems({ ...deps, checks }) }
}

const later = (days: number) => (now = new Date(now.getTime() + days * dayMs))

test('a missing page is reported at once, a page without a response on the third day, and each link is checked once a day', async () => {
  const { checks, items } = open()
  const details = async () => (await items.list()).map(({ detail }) => detail)
  await checks.checkDue()
  await checks.checkDue()
  expect(requested.length).toBe(4)
  expect(await details()).toEqual([`${gone}: it responds with 404. Used in Artist gone.example.`])
  later(1)
  await checks.checkDue()
  expect(await details()).toHaveLength(1)
  later(1)
  await checks.checkDue()
  expect(requested.length).toBe(12)
  expect(await details()).toEqual([
    expect.stringContaining(gone),
    `${slow}: no answer within 10 s. Used in Artist slow.example.`,
  ])
})

test('checking again resolves a link that works and reports one that does not', async () => {
  const { checks, items } = open()
  await checks.checkDue()
  const [item] = await items.list()
  expect(item).toMatchObject({
    severity: 'upkeep',
    action: { label: 'Check again', canUndo: false },
    href: '/admin/content/artist/x',
  })
  await expect(items.runAction(item!.key)).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('it responds with 404'),
  })
  answers[gone] = { status: 200 }
  await items.runAction(item!.key)
  expect(await items.list()).toEqual([])
  await expect(items.runAction('link:nothing')).rejects.toMatchObject({ code: 'not-found' })
})

test('a link that was removed from the site is deleted and is not an action item', async () => {
  const { checks, items } = open()
  await checks.checkDue()
  links = links.filter(({ url }) => url !== gone)
  expect(await items.list()).toEqual([])
  later(1)
  await checks.checkDue()
  expect((await site.database.pool.query('select 1 from owner_links where url = $1', [gone])).rowCount).toBe(0)
})

test('two concurrent processes check each link once', async () => {
  await Promise.all([open().checks.checkDue(), open().checks.checkDue()])
  expect(requested.toSorted()).toEqual(links.map(({ url }) => url).toSorted())
})
