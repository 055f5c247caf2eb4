import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import Fastify from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { errorHandling } from '#server/plugins/errors.ts'
import { backupRoutes } from './backup-routes.ts'

const ends: (() => Promise<unknown>)[] = []
afterEach(() => Promise.all(ends.splice(0).map((end) => end())))

async function open(makeBackup: () => Promise<Readable>): Promise<string> {
  const app = Fastify()
  app.decorateRequest('owner', null)
  await app.register(errorHandling)
  const auditLog = { record: async () => undefined, list: async () => [] }
  await app.register(backupRoutes({ makeBackup, auditLog, clock: { now: () => new Date('2026-11-21T12:00:00Z') } }))
  ends.push(() => app.close())
  return `${await app.listen({ port: 0, host: '127.0.0.1' })}/api/owner/backup`
}

test('only one backup runs at a time, until its last byte or until the client disconnects', async () => {
  const made: Readable[] = []
  const address = await open(async () => {
    const archive = new Readable({ read: () => undefined })
    archive.push('first bytes')
    made.push(archive)
    return archive
  })
  const leaving = new AbortController()
  const first = await fetch(address, { signal: leaving.signal })
  expect(first.headers.get('content-disposition')).toBe('attachment; filename="swade-backup-2026-11-21.tar"')
  expect((await fetch(address)).status).toBe(409)
  leaving.abort()
  for (let tries = 0; !made[0]?.destroyed && tries < 100; tries++) await sleep(20)
  const second = await fetch(address)
  expect(second.status).toBe(200)
  made[1]?.push(null)
  expect(await second.text()).toBe('first bytes')
})

test('a page on another site cannot start a backup, and a full disk is reported and does not block later backups', async () => {
  let isFull = true
  const address = await open(async () => {
    if (isFull) throw Object.assign(new Error('no space left'), { code: 'ENOSPC' })
    return Readable.from(['all of it'])
  })
  expect((await fetch(address, { headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(403)
  const full = await fetch(address)
  expect(full.status).toBe(503)
  expect(((await full.json()) as { detail: string }).detail).toMatch(/^The disk is too full/)
  isFull = false
  expect(await (await fetch(address)).text()).toBe('all of it')
})
