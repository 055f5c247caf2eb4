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
let asked: string[]
let links: SiteLink[]

beforeAll(async () => {
  site = await buildTestSite()
})
afterAll(() => site.close())
beforeEach(async () => {
  now = new Date('2026-11-21T12:00:00Z')
  answers = { [gone]: { status: 404 }, [slow]: { failure: 'no answer within 10 s' } }
  asked = []
  links = [gone, slow, 'https://well.example/', 'https://shy.example/'].map((url) => ({
    url,
    where: `Artist ${new URL(url).host}`,
    href: '/admin/content/artist/x',
  }))
  answers['https://shy.example/'] = { status: 403 }
  await site.database.pool.query('delete from owner_links')
})

function open() {
  const parts = { db: site.database.db, clock: { now: () => now }, log: { warn: () => undefined }, links: () => links }
  const ask = async (url: string): Promise<LinkStatus> => {
    asked.push(url)
    return answers[url] ?? { status: 200 }
  }
  const checks = createLinkChecks({ ...parts, ask })
  return { checks, needs: createLinkItems({ ...parts, checks }) }
}

const later = (days: number) => (now = new Date(now.getTime() + days * dayMs))

test('a link that is gone is told at once, one that only does not answer on the third day, each asked once a day', async () => {
  const { checks, needs } = open()
  const told = async () => (await needs.list()).map(({ detail }) => detail)
  await checks.now()
  await checks.now()
  expect(asked.length).toBe(4)
  expect(await told()).toEqual([`${gone}: it responds with 404. Used in Artist gone.example.`])
  later(1)
  await checks.now()
  expect(await told()).toHaveLength(1)
  later(1)
  await checks.now()
  expect(asked.length).toBe(12)
  expect(await told()).toEqual([
    expect.stringContaining(gone),
    `${slow}: no answer within 10 s. Used in Artist slow.example.`,
  ])
})

test('to look again clears a link that answers, and says so of one that does not', async () => {
  const { checks, needs } = open()
  await checks.now()
  const [need] = await needs.list()
  expect(need).toMatchObject({
    severity: 'upkeep',
    action: { label: 'Check again', canUndo: false },
    href: '/admin/content/artist/x',
  })
  await expect(needs.runAction(need!.key)).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('it responds with 404'),
  })
  answers[gone] = { status: 200 }
  await needs.runAction(need!.key)
  expect(await needs.list()).toEqual([])
  await expect(needs.runAction('link:nothing')).rejects.toMatchObject({ code: 'not-found' })
})

test('a link that was taken out of the site is nobody’s need, and is forgotten', async () => {
  const { checks, needs } = open()
  await checks.now()
  links = links.filter(({ url }) => url !== gone)
  expect(await needs.list()).toEqual([])
  later(1)
  await checks.now()
  expect((await site.database.pool.query('select 1 from owner_links where url = $1', [gone])).rowCount).toBe(0)
})

test('two processes that look at the same moment ask each link once', async () => {
  await Promise.all([open().checks.now(), open().checks.now()])
  expect(asked.toSorted()).toEqual(links.map(({ url }) => url).toSorted())
})
