import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import type { Clock } from '#platform/clock.ts'
import { buildTestSite, type TestSite } from '#tests/support/test-site.ts'
import { type ActionItem, type ActionItemSource, pausedNote } from '#features/owner/contract.ts'
import { createInbox } from './inbox.ts'

let site: TestSite
let now = new Date('2026-11-21T12:00:00Z')
const clock: Clock = { now: () => now }
const log = { warn: () => undefined }
const actor = 'owner@swade.example'

beforeAll(async () => {
  site = await buildTestSite({ clock })
})
afterAll(() => site.close())
beforeEach(async () => {
  now = new Date('2026-11-21T12:00:00Z')
  await site.database.pool.query('delete from owner_snoozes; delete from mail_outbox')
})

const itemOf = (key: string, severity: ActionItem['severity'], more: Partial<ActionItem> = {}): ActionItem => ({
  key,
  severity,
  title: `Title of ${key}`,
  detail: 'Detail',
  since: '2026-11-20T00:00:00.000Z',
  href: '/admin/orders',
  ...more,
})

function listOf(items: ActionItem[], more: Partial<ActionItemSource> = {}) {
  const kinds = [...new Set(items.map(({ key }) => key.split(':')[0] ?? ''))]
  return { kinds, list: async () => items, runAction: async () => undefined, undo: async () => undefined, ...more }
}

const inboxOver = (...sources: ActionItemSource[]) =>
  createInbox({ db: site.database.db, clock, auditLog: site.services.auditLog, sources: () => sources, log })

test('items are sorted by severity, then by deadline, then by age', async () => {
  const inbox = inboxOver(
    listOf([itemOf('a:upkeep', 'upkeep'), itemOf('a:person', 'person')]),
    listOf([
      itemOf('b:money', 'money', { since: '2026-11-21T00:00:00.000Z' }),
      itemOf('b:older', 'money', { since: '2026-11-01T00:00:00.000Z' }),
      itemOf('b:due', 'money', { due: '2026-11-22T00:00:00.000Z' }),
    ]),
  )
  expect((await inbox.list()).items.map(({ key }) => key)).toEqual([
    'b:due',
    'b:older',
    'b:money',
    'a:person',
    'a:upkeep',
  ])
})

test('a source that fails is reported, and the other items are still listed', async () => {
  const broken = { ...listOf([itemOf('x:1', 'money')]), list: () => Promise.reject(new Error('down')) }
  const { items, failedKinds: silent } = await inboxOver(broken, listOf([itemOf('y:1', 'upkeep')])).list()
  expect(items.map(({ key }) => key)).toEqual(['y:1'])
  expect(silent).toEqual(['x'])
})

test('on a paused site the confirmation of a queued action says when it runs', async () => {
  const done = { label: 'Do', canUndo: false, doneMessage: 'It will run.' }
  const inbox = inboxOver(
    listOf([
      itemOf('a:1', 'money', { action: { ...done, isQueued: true } }),
      itemOf('a:2', 'upkeep', { action: done }),
    ]),
  )
  const messages = async () => (await inbox.list()).items.map(({ action }) => action?.doneMessage)
  expect(await messages()).toEqual(['It will run.', 'It will run.'])
  await site.database.pool.query(`insert into restored_copies (id, made_at, restored_at) values (1, now(), now())`)
  onTestFinished(async () => void (await site.database.pool.query('delete from restored_copies')))
  expect(await messages()).toEqual([`It will run. ${pausedNote}`, 'It will run.'])
})

test('a snoozed item reappears after a week, when its text changes, or when it is restored', async () => {
  const items = [itemOf('a:1', 'money')]
  const inbox = inboxOver(listOf(items))
  const keys = async () => (await inbox.list()).items.map(({ key }) => key)
  await inbox.snooze('a:1', actor)
  expect(await keys()).toEqual([])
  expect((await inbox.list()).snoozed).toMatchObject([{ key: 'a:1', until: '2026-11-28T12:00:00.000Z' }])
  await inbox.unsnooze('a:1', actor)
  expect(await keys()).toEqual(['a:1'])
  await inbox.snooze('a:1', actor)
  items[0] = itemOf('a:1', 'money', { detail: 'It is worse now' })
  expect(await keys()).toEqual(['a:1'])
  await inbox.snooze('a:1', actor)
  now = new Date('2026-11-28T12:00:01Z')
  expect(await keys()).toEqual(['a:1'])
  await expect(inbox.snooze('nobody:1', actor)).rejects.toMatchObject({ code: 'not-found' })
})

test('an email that may not have been delivered is sent again after a minute, during which that can be undone', async () => {
  const insert = (state: string) =>
    site.database.pool.query(
      `insert into mail_outbox (dedupe_key, mail, state, attempts, response, created_at) values ($1, $2, $3, 3, 'went silent', $4)`,
      [state, JSON.stringify({ to: 'fan@mail.example', subject: 'Your book', html: 'x', text: 'x' }), state, now],
    )
  const stateOf = async (key: string) =>
    (await site.database.pool.query<{ state: string }>('select state from mail_outbox where dedupe_key = $1', [key]))
      .rows[0]?.state
  await insert('uncertain')
  await insert('failed')
  const { inbox } = site.services
  const { items } = await inbox.list()
  expect(items.map(({ title }) => title).toSorted()).toEqual([
    '“Your book” could not be sent',
    '“Your book” may not have been delivered',
  ])
  expect(JSON.stringify(items)).not.toContain('fan@mail.example')
  const { key } = items.find(({ title }) => title.includes('may not'))!
  await inbox.runAction(key, actor)
  await expect(inbox.runAction(key, actor)).rejects.toMatchObject({ code: 'conflict' })
  expect(await stateOf('uncertain')).toBe('queued')
  await inbox.undo(key, actor)
  expect(await stateOf('uncertain')).toBe('uncertain')
  await inbox.runAction(key, actor)
  now = new Date(now.getTime() + 61_000)
  await expect(inbox.undo(key, actor)).rejects.toMatchObject({ code: 'conflict' })
  site.outbox.wake()
  expect((await site.mails(1)).map(({ subject }) => subject)).toContain('Your book')
  const acts = await site.services.auditLog.list(key)
  expect(acts.map(({ action }) => action)).toEqual(['action-item.run', 'action-item.undo', 'action-item.run'])
})
