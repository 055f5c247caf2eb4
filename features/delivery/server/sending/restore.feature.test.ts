import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeBackup } from '#platform/backup/make-backup.ts'
import { restoreBackup } from '#platform/backup/restore-backup.ts'
import { createTestDatabase } from '#platform/database/test-database.ts'
import { localStorage } from '#platform/storage/local-storage.ts'
import { startRelay } from '#tests/support/relay.ts'
import { buildTestSite } from '#tests/support/test-site.ts'
import { addIssue, addReaders, beginNow, statesOf, statusOf } from './test-issues.ts'
import { pauseRestoredSending } from '../queries.ts'

test(
  'a restored database sends no issue by itself, neither one in progress nor a scheduled one',
  { timeout: 60_000 },
  async () => {
    const relay = await startRelay()
    const folder = await mkdtemp(join(tmpdir(), 'swade-restore-'))
    let now = new Date()
    const site = await buildTestSite({ environment: { SMTP_URL: relay.url }, clock: { now: () => now } })
    const copy = await createTestDatabase({ migrationsDir: join(import.meta.dirname, '../../../../db/migrations') })
    try {
      await addReaders(site.database, 30)
      const [begun, waiting] = [await addIssue(site.database, 'Begun'), await addIssue(site.database, 'Waiting')]
      const at = { pool: site.database.pool, sending: site.delivery.sending }
      await beginNow(at, begun)
      let pausing: Promise<void> | undefined
      relay.behave = () => {
        if (relay.received.length >= 5) pausing ??= site.delivery.sending.pause(begun, 'editor@example.com')
        return 'takes'
      }
      await site.delivery.sending.now()
      await pausing
      const before = await statesOf(site.database, begun)
      await site.database.pool.query(`UPDATE newsletter_issues SET status = 'sending' WHERE id = $1`, [begun])
      await site.delivery.sending.schedule(waiting, 'now', 'editor@example.com')

      const backup = await makeBackup({ ...site, dataDir: folder, contentDir: join(folder, 'content'), now })
      await restoreBackup(backup as AsyncIterable<Buffer>, {
        database: copy,
        storage: await localStorage(join(folder, 'copied')),
        dataDir: folder,
        migrationsDir: join(import.meta.dirname, '../../../../db/migrations'),
        pauseSteps: [pauseRestoredSending],
      })
      expect(await statesOf(copy, begun)).toEqual(before)
      for (const id of [begun, waiting])
        expect(await statusOf(copy, id)).toEqual({
          status: 'paused',
          reason: expect.stringMatching(/^Restored from a backup made on [\d-]{10} [\d:]{5} UTC\. /) as string,
        })
      const { rows } = await copy.pool.query('SELECT is_paused FROM newsletter_sending_settings')
      expect(rows).toEqual([{ is_paused: true }])

      // A paused site sends nothing, even if issues are due.
      await site.database.pool.query(
        `INSERT INTO newsletter_sending_settings (id, is_paused) VALUES (1, true) ON CONFLICT (id) DO UPDATE SET is_paused = true`,
      )
      const receivedCount = relay.received.length
      now = new Date(now.getTime() + 120_000)
      await site.delivery.sending.now()
      expect(relay.received).toHaveLength(receivedCount)
      // An editor resumes sending, but the owner has not resumed the site: the site stays paused, and the schedule
      // shows it.
      await site.database.pool.query(`UPDATE newsletter_sending_settings SET is_paused = false`)
      await site.database.pool.query(`INSERT INTO restored_copies VALUES (1, now(), now())`)
      await site.delivery.sending.now()
      expect(relay.received).toHaveLength(receivedCount)
      expect((await statusOf(site.database, waiting)).status, 'nothing is started either').toBe('scheduled')
      const [view, copied] = [
        await site.delivery.sending.view(),
        {
          is_held: true,
          is_restored_copy: true,
          held_reason: expect.stringContaining('The owner must resume') as string,
        },
      ]
      expect(view).toMatchObject(copied)
      expect((await site.services.newsletterSchedule.view()).held_reason).toBe(
        'This site was restored from a backup. Resume emails and background jobs under Needs action before you resume sending.',
      )
      await site.database.pool.query(`DELETE FROM restored_copies`)
      await site.delivery.sending.now()
      expect(relay.received).toHaveLength(60)
    } finally {
      await site.close()
      await copy.close()
      await relay.stop()
      await rm(folder, { recursive: true, force: true })
    }
  },
)
