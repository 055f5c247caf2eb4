import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { wholeSong } from '../features/submissions/server/upload/test-files.ts'
import { longPdf } from '../platform/pdf/test-pdfs.ts'
import { ensureBuild } from '../scripts/build.ts'
import { runCommand } from '../scripts/run-command.ts'
import { expectNoArguments } from '../scripts/usage.ts'
import { type Site, startSite } from '../tests/support/site.ts'
import { ownerCookieOf } from './admin/owner.ts'
import { root, scratchFolder } from './measured-site.ts'

/*
 * Installs what a production machine needs into an empty folder, as docs/operations.md describes, prints its disk
 * space, and starts the finished build with it: requests pages and uses each package that is loaded outside of the
 * bundle or in a thread. Needs the package registry. Goal: 350 MB.
 */
expectNoArguments(`Installs what a production machine needs into an empty folder and starts the build with it.

  npm run bench:production-install`)
const goalMb = 350
const install = 'npm ci --omit=dev && rm -r node_modules/node-linux-* node_modules/.bin/node'
const carried = ['build', 'content', 'db', 'package.json', 'package-lock.json']
const paidBook = 'tokenizing-your-business'
const newsletterAdmin = { ADMIN_EMAIL: 'admin@swade.example', ADMIN_PASSWORD: 'a password of the bench' }

if (!readFileSync(join(root, 'docs/operations.md'), 'utf8').includes(install))
  throw new Error(`docs/operations.md does not say \`${install}\``)
await ensureBuild()
const scratch = scratchFolder()
try {
  for (const name of carried) cpSync(join(root, name), join(scratch.path, name), { recursive: true })
  const { code, output } = await runCommand('sh', ['-c', install], { cwd: scratch.path })
  if (code !== 0) throw new Error(output)
  const weighs = await printWeight(join(scratch.path, 'node_modules'))
  const site = await startSite({ folder: scratch.path, isFresh: true, env: newsletterAdmin })
  try {
    await tryEverything(site)
  } finally {
    await site.stop()
  }
  console.log(
    `\nit started with Node ${process.versions.node}, passed all of these checks, and exited with code ${site.exitCode()}`,
  )
  if (weighs > goalMb || site.exitCode() !== 0) process.exitCode = 1
} finally {
  scratch.remove()
}

/**
 * Prints the disk space of packages, as `du` counts it.
 *
 * @returns Megabytes of all of them.
 */
async function printWeight(folder: string): Promise<number> {
  const { output } = await runCommand('sh', ['-c', 'du -sk . && du -sk [!@]* @*/* | sort -rn | head -10'], {
    cwd: folder,
  })
  const lines = output
    .trim()
    .split('\n')
    .map((line) => line.split('\t'))
  const megabytes = lines.map(([kilobytes]) => Number(kilobytes) / 1024)
  console.log(
    `node_modules of a production install ${megabytes[0]!.toFixed(0)} MB (goal: ${goalMb} MB at most, ratio ${(megabytes[0]! / goalMb).toFixed(2)})`,
  )
  for (const [index, [, name]] of lines.entries())
    if (index > 0) console.log(`  ${megabytes[index]!.toFixed(1).padStart(6)} MB  ${name}`)
  return megabytes[0]!
}

// A first start imports the books; until then, pages that need them respond with 503.
async function tryEverything(site: Site): Promise<void> {
  for (const path of [
    '/',
    '/books',
    `/book/${paidBook}`,
    `/book/${paidBook}/read`,
    '/tokens',
    '/swade-fam',
    '/admin',
    '/newsletter-admin',
  ])
    await expectAnswer(`page ${path}`, `${site.origin}${path}`, /^<!DOCTYPE html>/i, 60)
  const html = await (await fetch(`${site.origin}/book/${paidBook}`)).text()
  const picture = /property="og:image" content="https?:\/\/[^/]+([^"]+)"/.exec(html)?.[1]
  await expectAnswer('share image: fonts and sharp', `${site.origin}${picture}`, /^(\x89PNG|\xff\xd8)/)
  await expectAnswer('preview PDF, written in a thread', `${site.origin}/api/books/${paidBook}/pdf`, /^%PDF/, 60)

  const cookie = await ownerCookieOf(site)
  const own = { cookie, origin: site.origin }
  const pdf = new FormData()
  pdf.set('file', new Blob([Uint8Array.from(longPdf(12))], { type: 'application/pdf' }), 'book.pdf')
  const upload = `${site.origin}/api/owner/books/${paidBook}/pdf`
  const { edition } = JSON.parse(
    await expectAnswer('upload of a PDF, read in a thread', upload, /"success":true/, 1, {
      method: 'POST',
      headers: own,
      body: pdf,
    }),
  )
  const page = `${site.origin}/api/owner/books/${paidBook}/editions/${edition}/6.webp`
  await expectAnswer('page of the uploaded PDF, drawn in a thread', page, /^RIFF/, 60, { headers: own })

  const track = new FormData()
  const fields = {
    artist_name: 'Bench',
    song_title: 'Installed',
    artist_email: 'bench@example.com',
    genre: 'electronic',
    owns_track: 'true',
  }
  for (const [name, value] of Object.entries(fields)) track.set(name, value)
  track.set('audio_file', new Blob([Uint8Array.from(wholeSong)], { type: 'audio/mpeg' }), 'track.mp3')
  const submitted = JSON.parse(
    await expectAnswer('upload of a track', `${site.origin}/api/maestro/submit`, /"success":true/, 1, {
      method: 'POST',
      body: track,
    }),
  )
  await expectAnswer(
    'track analyzed in a thread',
    new URL(new URL(submitted.status_url, site.origin).pathname, site.origin).href,
    /<h1[^>]*>In review/,
    120,
  )

  const json = { 'content-type': 'application/json' }
  const subscriber = JSON.stringify({ email: 'reader@example.com', first_name: 'A', last_name: 'B' })
  await expectAnswer('sign-up', `${site.origin}/api/newsletter/subscribe`, /"success":true/, 1, {
    method: 'POST',
    headers: json,
    body: subscriber,
  })
  await waitFor('mail, rendered by React', async () =>
    (await site.outbox()).some(({ to }) => to?.[0]?.address === 'reader@example.com'),
  )
  const account = JSON.stringify({ email: newsletterAdmin.ADMIN_EMAIL, password: newsletterAdmin.ADMIN_PASSWORD })
  const login = await expectAnswer(
    'sign-in of an editor',
    `${site.origin}/api/newsletter/auth/login`,
    /access_token/,
    1,
    {
      method: 'POST',
      headers: json,
      body: account,
    },
  )
  const list = new FormData()
  list.set('reading', '{}')
  list.set(
    'file',
    new Blob([Buffer.from('email,name\nimported@example.com,Zo\xeb\n', 'latin1')], { type: 'text/csv' }),
    'list.csv',
  )
  const authorization = `Bearer ${JSON.parse(login).access_token}`
  const imported = `${site.origin}/api/newsletter/admin/subscribers/import?mode=preview`
  await expectAnswer('list of subscribers, its encoding guessed in a thread', imported, /"added":1/, 1, {
    method: 'POST',
    headers: { authorization },
    body: list,
  })
}

/**
 * Requests a URL once a second until the response is successful and starts with or equals the expected text.
 *
 * @returns Its text.
 */
async function expectAnswer(
  what: string,
  url: string,
  expected: RegExp,
  tries = 1,
  options: RequestInit = {},
): Promise<string> {
  let last = ''
  await waitFor(
    what,
    async () => {
      const answer = await fetch(url, options)
      const text = Buffer.from(await answer.arrayBuffer()).toString('latin1')
      last = `${answer.status} ${text.slice(0, 200)}`
      if (!answer.ok || !expected.test(text)) return false
      last = text
      return true
    },
    tries,
    () => last,
  )
  return last
}

async function waitFor(
  what: string,
  isDone: () => Promise<boolean>,
  tries = 60,
  describe = () => 'it did not happen',
): Promise<void> {
  for (let attempt = 1; !(await isDone()); attempt += 1) {
    if (attempt >= tries) throw new Error(`${what}: ${describe()}`)
    await sleep(1_000)
  }
  console.log(`✓ ${what}`)
}
