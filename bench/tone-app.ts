import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './measured-site.ts'

/** A copy of the app whose recordings are short pure tones, so that the audible recording can be detected. */
export type ToneApp = {
  folder: string
  /** Maps the title of a recording to its tone in Hz. */
  tones: Map<string, number>
  remove(): void
}

/** Distance between tones in Hz, so that a short sample identifies them. */
const firstTone = 400
const toneStep = 220

/** @param seconds Length of every recording. */
export function createToneApp(seconds: number): ToneApp {
  const folder = mkdtempSync(join(tmpdir(), 'swade-tones-'))
  for (const name of ['content', 'db', 'build']) cpSync(join(root, name), join(folder, name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const tones = new Map<string, number>()
  const artists = join(folder, 'content/artists')
  for (const slug of readdirSync(artists)) {
    const page = join(artists, slug, 'artist.yaml')
    const text = readFileSync(page, 'utf8')
    const [, title, file] = /featuredTrack:\n\s+title: (.+)\n\s+file: (.+)\n/.exec(text) ?? []
    if (!title || !file) continue
    const hertz = firstTone + tones.size * toneStep
    tones.set(title, hertz)
    const sine = ['-f', 'lavfi', '-i', `sine=frequency=${hertz}:sample_rate=44100:duration=${seconds}`]
    execFileSync('ffmpeg', [
      '-v',
      'error',
      '-y',
      ...sine,
      '-ac',
      '2',
      '-c:a',
      'libmp3lame',
      '-b:a',
      '128k',
      join(artists, slug, file),
    ])
    writeFileSync(page, text.replace(/durationSeconds: [\d.]+/, `durationSeconds: ${seconds}`))
  }
  return { folder, tones, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
