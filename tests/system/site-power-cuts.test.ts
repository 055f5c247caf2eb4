import { readdirSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { addIssue, addReaders } from '#features/delivery/server/sending/test-issues.ts'
import { trackOf } from '#features/submissions/server/upload/test-files.ts'
import { callNewsletterAdmin as ask } from '#tests/support/newsletter-admin.ts'
import { copyDataFolder } from '#tests/support/data-folder.ts'
import { startRelay } from '#tests/support/relay.ts'
import { openSiteDatabase } from '#tests/support/site-database.ts'
import { type Site, startSite } from '#tests/support/site.ts'

const readers = 120
const connections = 4
type Progress = { planned: number; sent: number; uncertain: number; waiting: number }

test('after kill -9 during a send each reader has the issue once or is shown as uncertain, and a partial upload leaves no file', async () => {
  // Replies to each body with a delay, so that a process can be killed in between.
  const relay = await startRelay({ slowMs: 60 })
  onTestFinished(() => relay.stop())
  const dataDir = copyDataFolder(process.env['PREPARED_DATA_DIR'] ?? '')
  const start = () =>
    startSite({
      dataDir,
      env: { POSTAL_ADDRESS: '1 Plate Street', SMTP_URL: `${relay.url}?maxConnections=${connections}` },
    })
  const files = (folder = '') => readdirSync(join(dataDir, 'files', folder), { recursive: true }).map(String)

  let site = await start()
  onTestFinished(async () => {
    await site.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const line = uploadHalf(site)
  await expect.poll(() => files('.drafts').length, { timeout: 30_000 }).toBe(1)
  const pool = openSiteDatabase(dataDir)
  await addReaders({ pool }, readers)
  const id = await addIssue({ pool }, 'Interrupted')
  await pool.query(`update newsletter_issues set status = 'scheduled', due_at = now() where id = $1`, [id])
  await pool.end()
  await expect.poll(() => relay.received.length, { timeout: 60_000, interval: 5 }).toBeGreaterThanOrEqual(30)
  await site.kill()
  line.destroy()
  expect(relay.received.length).toBeLessThan(readers)
  expect(files('.drafts')).toHaveLength(1)

  site = await start()
  expect(files('.drafts')).toEqual([])
  expect(files().filter((name) => name.includes('submissions/'))).toEqual([])
  await expect
    .poll(async () => (await ask<Progress>(site, `newsletters/${id}/progress`)).waiting, {
      timeout: 60_000,
      interval: 200,
    })
    .toBe(0)
  const progress = await ask<Progress>(site, `newsletters/${id}/progress`)
  const { items } = await ask<{ items: { email: string }[] }>(site, `newsletters/${id}/deliveries?state=uncertain`)
  expect(progress).toMatchObject({ planned: readers, uncertain: items.length, sent: readers - items.length })
  expect(items.length).toBeLessThanOrEqual(connections)
  const received = relay.received.map(({ to }) => to)
  expect(new Set(received).size).toBe(received.length)
  expect(new Set([...received, ...items.map(({ email }) => email)]).size).toBe(readers)
})

/** Starts an upload of a track and stops in the middle. */
function uploadHalf({ origin }: Site) {
  const { hostname, port } = new URL(origin)
  const line = connect(Number(port), hostname).on('error', () => undefined)
  const head = [
    'POST /api/maestro/submit HTTP/1.1',
    'host: a',
    'content-type: multipart/form-data; boundary=x',
    'content-length: 9000000',
  ]
  const part = '--x\r\ncontent-disposition: form-data; name="audio_file"; filename="a.mp3"\r\n\r\n'
  line.write(`${head.join('\r\n')}\r\n\r\n${part}`)
  line.write(trackOf(4_000_000))
  return line
}
