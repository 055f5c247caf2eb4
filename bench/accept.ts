import { setTimeout as sleep } from 'node:timers/promises'
import { ensureBuild } from '../scripts/build.ts'
import { expectNoArguments } from '../scripts/usage.ts'
import { id3, id3Text, soundOf } from '../features/submissions/server/upload/test-files.ts'
import { startSite } from '../tests/support/site.ts'
import { ownerCookieOf } from './admin/owner.ts'

/*
 * Measures the time from the owner's click on Accept until the artist's email was sent, four times, and until the track
 * is on the air, once: the station finishes the current track, so the longest wait is one track. Emails are delayed by
 * three seconds, so that nobody is notified of an undone action.
 */
expectNoArguments(`Measures the time from the decision about a track until its email is sent and it is on the air.

  npm run bench:accept`)
const goals = { mailSeconds: 5, tracksBetween: 0 }
// One visitor may send five tracks an hour; the fifth is for the station.
const rounds = 4

await ensureBuild()
const site = await startSite()
const cookie = await ownerCookieOf(site)
// Measured first, because every accepted track waits behind the ones before it.
const between = await acceptAndAwaitAir()
const waits: number[] = []
for (let round = 1; round <= rounds; round += 1) waits.push(await acceptAndAwaitMail(round))
console.log(`accept → email to the artist sent, ${rounds} times: ${waits.map((wait) => wait.toFixed(1)).join(', ')} s`)
const slowest = Math.max(...waits)
console.log(`  slowest ${slowest.toFixed(1)} s (goal: ${goals.mailSeconds} s at most)`)
await site.stop()
if (slowest > goals.mailSeconds || between > goals.tracksBetween) process.exitCode = 1

async function acceptAndAwaitMail(round: number): Promise<number> {
  const id = await bringIn(`Bench ${round}`, `artist${round}@example.com`, round)
  const from = performance.now()
  await accept(id)
  return awaitMail(`artist${round}@example.com`, from)
}

async function acceptAndAwaitAir(): Promise<number> {
  const id = await bringIn('Bench Air', 'air@example.com', 40)
  // With enough time before the next change, the track can still be played next.
  while ((await nowPlaying()).clock.next_starts_at_ms - Date.now() < 15_000) await sleep(200)
  const before = await nowPlaying()
  const from = performance.now()
  await accept(id)
  const leftSeconds = (before.clock.next_starts_at_ms - Date.now()) / 1000
  for (;;) {
    const now = (await nowPlaying()).now_playing
    if (now.song.title === 'Bench Air') {
      const between = now.sh_id - before.now_playing.sh_id - 1
      console.log(`accept → on the air: ${((performance.now() - from) / 1000).toFixed(0)} s`)
      console.log(
        `  the current track had ${leftSeconds.toFixed(0)} s left; other tracks in between: ${between} (goal: ${goals.tracksBetween})`,
      )
      return between
    }
    if (performance.now() - from > 900_000) throw new Error('the track was not on the air within fifteen minutes')
    await sleep(250)
  }
}

/**
 * Uploads a unique track and waits until it was analyzed.
 *
 * @returns Its id.
 */
async function bringIn(title: string, email: string, place: number): Promise<string> {
  const form = new FormData()
  const fields = {
    artist_name: 'Bench',
    song_title: title,
    artist_email: email,
    genre: 'electronic',
    owns_track: 'true',
  }
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  const bytes = Buffer.concat([id3(id3Text('TIT2', title)), soundOf(place * 40, 400)])
  form.set('audio_file', new Blob([new Uint8Array(bytes)], { type: 'audio/mpeg' }), 'bench.mp3')
  const answer = await fetch(`${site.origin}/api/maestro/submit`, {
    method: 'POST',
    body: form,
    headers: { accept: 'application/json' },
  })
  if (!answer.ok) throw new Error(`the track was refused: ${await answer.text()}`)
  for (let tries = 0; tries < 120; tries += 1) {
    const list = await (
      await fetch(`${site.origin}/admin/submissions?q=${encodeURIComponent(title)}`, { headers: { cookie } })
    ).text()
    const id = /\/admin\/submissions\/([0-9a-f-]{36})/.exec(list)?.[1]
    if (id) return id
    await sleep(500)
  }
  throw new Error('the track did not reach the queue within a minute')
}

async function accept(id: string): Promise<void> {
  const answer = await fetch(`${site.origin}/admin/submissions/${id}`, {
    method: 'POST',
    headers: { cookie, 'origin': site.origin, 'content-type': 'application/x-www-form-urlencoded' },
    body: 'act=accept',
  })
  if (!answer.ok) throw new Error(`the track was not accepted: ${answer.status}`)
}

async function awaitMail(address: string, from: number): Promise<number> {
  for (let tries = 0; tries < 600; tries += 1) {
    const mails = await site.outbox()
    if (mails.some(({ to, subject }) => to?.[0]?.address === address && /was accepted/.test(subject ?? '')))
      return (performance.now() - from) / 1000
    await sleep(50)
  }
  throw new Error(`no mail to ${address} within thirty seconds`)
}

type Playing = { clock: { next_starts_at_ms: number }; now_playing: { sh_id: number; song: { title: string } } }

async function nowPlaying(): Promise<Playing> {
  return (await (await fetch(`${site.origin}/api/radio/now-playing`)).json()) as Playing
}
