import { vi } from 'vitest'
import { nextVisitorAddress } from './shared-site.ts'

/**
 * Submits a track and waits until it was checked.
 *
 * @returns The path of its status page.
 */
export async function sendTrack(
  origin: string,
  words: { title: string; artist: string; email: string },
  audio: Buffer,
): Promise<string> {
  const form = new FormData()
  const fields = {
    artist_name: words.artist,
    song_title: words.title,
    artist_email: words.email,
    genre: 'electronic',
    owns_track: 'true',
  }
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('audio_file', new Blob([Uint8Array.from(audio)], { type: 'audio/mpeg' }), 'track.mp3')
  const headers = { 'x-forwarded-for': nextVisitorAddress() }
  const answer = await fetch(`${origin}/api/maestro/submit`, { method: 'POST', headers, body: form })
  const body = (await answer.json()) as { status_url: string }
  if (!answer.ok) throw new Error(`${answer.status} ${JSON.stringify(body)}`)
  const path = new URL(body.status_url, origin).pathname
  const isChecked = async () => /<h1[^>]*>In review/.test(await (await fetch(origin + path)).text())
  await vi.waitUntil(isChecked, { timeout: 45_000, interval: 200 })
  return path
}
