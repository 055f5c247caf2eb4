import { globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { bookUploadPath, draftPagePath } from '#features/books/constants.ts'
import { imageBombPdf, longPdf, onePagePdf, printed } from '#platform/pdf/test-pdfs.ts'
import { trackOf } from '#features/submissions/server/upload/test-files.ts'
import { ensureBuild } from '../scripts/build.ts'
import { readPaths } from '../scripts/usage.ts'
import { readOutbox } from '../tests/support/site.ts'
import { ownerCookieOf } from './admin/owner.ts'
import { residentMb, scratchFolder, startMeasuredSite } from './measured-site.ts'
import { untilQuiet, watchProcess } from './process-watch.ts'

/*
 * Measures the memory that a process keeps after a busy day: UPLOADS (1118) PDFs are uploaded for a book and read, with
 * a track of 20 MiB at every tenth of them; the site then rests for IDLE (300) seconds. Generated PDFs alternate with
 * those of the given folders: `npm run bench:returned-memory [folder of PDFs …]`. Goal: at most 1.3 times the memory of
 * a fresh process that has rendered the pages of the catalog and rested as long.
 */
const folders = readPaths('Usage: npm run bench:returned-memory -- [folder of PDFs …]')
const uploads = Number(process.env.UPLOADS ?? 1118)
const idleSeconds = Number(process.env.IDLE ?? 300)
const goal = 1.3
const heaviestBytes = 20 * 1024 * 1024

await ensureBuild()
const folder = scratchFolder()
const site = await startMeasuredSite(folder.path, { TRUSTED_PROXIES: '127.0.0.1' })
try {
  // A new site first renders the pages of the catalog; a shorter SETTLE gives a rough figure.
  if (process.env.SETTLE) await sleep(Number(process.env.SETTLE) * 1000)
  else await untilQuiet(site.pid)
  await sleep(idleSeconds * 1000)
  const freshMb = residentMb(site.pid)
  const usage = watchProcess(site.pid)
  const cookie = await ownerCookieOf({ origin: site.origin, outbox: () => readOutbox(folder.path) })
  const answered = await beUsed(cookie)
  const busyMb = residentMb(site.pid)
  const { highestMb } = usage()
  // Uploaded tracks are still being examined in the background.
  await untilQuiet(site.pid)
  await sleep(idleSeconds * 1000)
  const idleMb = residentMb(site.pid)
  console.log(`${uploads} uploads: ${[...answered].map(([status, count]) => `${count} × ${status}`).join(', ')}`)
  console.log(`fresh ${freshMb.toFixed(0)} MB, highest ${highestMb.toFixed(0)} MB, at the end ${busyMb.toFixed(0)} MB`)
  console.log(
    `after ${idleSeconds} s idle ${idleMb.toFixed(0)} MB, ${(idleMb / freshMb).toFixed(2)} of fresh (goal: at most ${goal})`,
  )
  process.exitCode = idleMb / freshMb <= goal ? 0 : 1
} finally {
  await site.stop()
  folder.remove()
}

async function beUsed(cookie: string): Promise<Map<number, number>> {
  const files = folders
    .flatMap((path) => globSync(join(path, '**/*.pdf')))
    .filter((path) => statSync(path).size <= heaviestBytes)
    .toSorted()
  const answered = new Map<number, number>()
  const bookId = 'indie-music-ai-guide-2'
  for (let count = 0; count < uploads; count += 1) {
    const pdf = files.length > 0 && count % 2 === 1 ? readFileSync(files[(count >> 1) % files.length]!) : made(count)
    const answer = await send(bookUploadPath(bookId, 'pdf'), pdf, { cookie, origin: site.origin })
    answered.set(answer.status, (answered.get(answer.status) ?? 0) + 1)
    const { edition, pages } = (await answer.json().catch(() => ({}))) as { edition?: string; pages?: number }
    for (let page = 1; edition && page <= Math.min(3, pages ?? 0); page += 1) {
      await (
        await fetch(`${site.origin}${draftPagePath(bookId, edition, page)}`, { headers: { cookie } })
      ).arrayBuffer()
    }
    if (count % 10 === 9)
      await (await send('/api/maestro/submit', trackOf(), { 'x-forwarded-for': `198.51.100.${count % 250}` })).text()
  }
  return answered
}

/** PDFs of several kinds: text, many pages, an image whose declared size exceeds the memory, large sheets. */
function made(count: number): Buffer {
  const kinds = [
    () => longPdf(5 + (count % 60)),
    () => onePagePdf(printed(`Number ${count}`, 60, 700)),
    () => imageBombPdf(4_000 + count),
  ]
  return kinds[(count >> 1) % kinds.length]!()
}

function send(path: string, file: Buffer, headers: Record<string, string>): Promise<Response> {
  const form = new FormData()
  const fields = path.startsWith('/api/maestro')
    ? {
        artist_name: 'Bench',
        artist_email: 'bench@example.com',
        song_title: 'Twenty',
        genre: 'other',
        owns_track: 'true',
      }
    : {}
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append(
    path.startsWith('/api/maestro') ? 'audio_file' : 'file',
    new Blob([new Uint8Array(file)]),
    path.startsWith('/api/maestro') ? 'twenty.mp3' : 'book.pdf',
  )
  return fetch(site.origin + path, { method: 'POST', headers, body: form })
}
