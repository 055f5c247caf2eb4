import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { mailTo } from '#tests/support/mail-to.ts'
import { startSite } from '#tests/support/site.ts'
import { signUp } from '#tests/support/sign-up.ts'
import { newPreparedDatabase } from '#tests/support/site-databases.ts'
import { makeSiteFolder } from '#tests/support/site-folder.ts'

const root = join(import.meta.dirname, '../..')

/** Runs the built site to its end. */
const startAndFail = (env: Record<string, string>, folder = root) =>
  promisify(execFile)(process.execPath, ['build/server/main.js'], {
    cwd: folder,
    env: {
      ...process.env,
      PORT: '0',
      NODE_ENV: 'production',
      NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled-code'),
      ...env,
    },
  }).catch((error: unknown) => error as { code: number; stderr: string })

test('kill -9 during sign-ups: every acknowledged sign-up is stored with exactly one welcome mail, and a second process on the same data folder exits', async () => {
  const acknowledged: string[] = []
  // Every request has another address, because this test is not about rate limits.
  const env = { TRUSTED_PROXIES: '127.0.0.1' }
  let site = await startSite({ env })
  const { dataDir } = site
  let killed: Promise<void> | undefined
  try {
    const underway = Array.from({ length: 15 }, async (_, index) => {
      const email = `reader-${index}@example.com`
      const reply = await signUp(site, email, `192.0.2.${index + 1}`).catch(() => undefined)
      if (!reply?.ok) return
      acknowledged.push(email)
      // The emails of the first sign-ups and the other sign-ups are still under way.
      killed ??= site.kill()
    })
    await Promise.all(underway)
    expect(acknowledged.length).toBeGreaterThan(0)
    await killed
    site = await startSite({ env, dataDir })
    // Only acknowledged sign-ups count: others may be stored too, and their emails may arrive at any time.
    const mailsOf = async () => {
      const addresses = (await site.outbox()).map(({ to }) => to?.[0]?.address)
      return acknowledged.map((email) => addresses.filter((address) => address === email).length)
    }
    const one = acknowledged.map(() => 1)
    await expect.poll(mailsOf, { timeout: 20_000 }).toEqual(one)
    // A repeated sign-up gets the same response and no second email, because the row exists.
    for (const email of acknowledged.slice(0, 5)) expect((await signUp(site, email)).status).toBe(200)
    // Emails are sent in the order of their requests, so a second one would have arrived before this one.
    expect((await signUp(site, 'marker@example.com', '192.0.2.250')).status).toBe(200)
    await mailTo(site, 'marker@example.com')
    expect(await mailsOf()).toEqual(one)

    const second = await startAndFail({ DATA_DIR: dataDir })
    expect(second).toMatchObject({ code: 1, stderr: expect.stringContaining('already in use') })
    expect((await signUp(site, 'still@example.com', '192.0.2.251')).status).toBe(200)
  } finally {
    await site.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
})

// Error messages for invalid files are tested in their features.
test('an error in the content prevents the start and is reported with file and field', async () => {
  const file = 'artists/nova-swade/artist.yaml'
  const { folder, remove } = makeSiteFolder({ [file]: (text) => text.replace(/^tagline:/m, 'tagline2:') })
  onTestFinished(remove)
  const database = await newPreparedDatabase()
  onTestFinished(() => database.drop())
  const ended = await startAndFail({ DATABASE_URL: database.url, DATA_DIR: join(folder, 'data') }, folder)
  expect(ended).toMatchObject({ code: 1, stderr: expect.stringContaining(`content/${file}: tagline`) })
  // An unexpected error is printed with its stack.
  expect(ended.stderr).not.toMatch(/^ +at /m)
})
