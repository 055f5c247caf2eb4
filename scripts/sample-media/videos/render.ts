import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { figureOf } from '../../../shared/chladni.ts'
import { requireDebianTools } from '../music/debian-tools.ts'
import { decode } from '../music/measure.ts'
import { films, filmSeconds, type Film } from './films.ts'
import { shakesOf } from './loudness-curve.ts'
import { frameHeight, frameWidth, painter } from './picture.ts'
import { sandOn } from './sand.ts'

const framesPerSecond = 24
const grains = 22_000
const artists = fileURLToPath(new URL('../../../content/artists/', import.meta.url))

requireDebianTools()
const wanted = process.argv.slice(2)
for (const film of films) {
  if (wanted.length > 0 && !wanted.includes(film.file)) continue
  const output = join(artists, film.artistSlug, `${film.file}.webm`)
  await renderFilm(film, output)
  console.log(`${film.file}.webm  ${Math.round(statSync(output).size / 1000)} kB`)
}

/**
 * Draws every frame once into a lossless file, then encodes twice: VP9 spends its few bits where it has seen they are
 * needed.
 */
async function renderFilm(film: Film, output: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'swade-film-'))
  const lossless = join(folder, 'frames.mkv')
  const track = join(artists, film.artistSlug, `${film.file}.mp3`)
  const figure = figureOf(film.artistSlug)
  try {
    const shakes = shakesOf(decode(track), film.from, filmSeconds, framesPerSecond)
    const { sand, step } = sandOn(film.scenes, grains, figure.seed)
    const paint = painter(figure.hue)
    for (let warmUp = 0; warmUp < 40; warmUp += 1) step(0, { level: 0.5, beat: 0 })

    const size = `${frameWidth}x${frameHeight}`
    const raw = [
      '-v',
      'error',
      '-f',
      'rawvideo',
      '-pix_fmt',
      'rgb24',
      '-s',
      size,
      '-r',
      String(framesPerSecond),
      '-i',
      '-',
    ]
    const writer = spawn(
      'ffmpeg',
      [...raw, '-pix_fmt', 'yuv420p', '-c:v', 'libx264', '-preset', 'ultrafast', '-qp', '8', lossless],
      {
        stdio: ['pipe', 'inherit', 'inherit'],
      },
    )
    for (const [frame, shake] of shakes.entries()) {
      const seconds = frame / framesPerSecond
      step(seconds, shake)
      const light = Math.min(1, frame / 12, (shakes.length - 1 - frame) / 24)
      const picture = Buffer.from(paint(sand, light))
      if (!writer.stdin.write(picture)) await once(writer.stdin, 'drain')
      if (frame === Math.round(film.posterAt * framesPerSecond))
        writePoster(picture, output.replace(/\.webm$/, '.webp'))
    }
    writer.stdin.end()
    await once(writer, 'close')
    encode(film, track, lossless, output, folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function encode(film: Film, track: string, lossless: string, output: string, folder: string): void {
  const video = [
    '-map',
    '0:v',
    '-c:v',
    'libvpx-vp9',
    '-b:v',
    '400k',
    '-maxrate',
    '900k',
    '-bufsize',
    '1600k',
    '-g',
    '120',
    '-deadline',
    'good',
    '-row-mt',
    '0',
    '-threads',
    '1',
    '-passlogfile',
    join(folder, 'pass'),
  ]
  const fades = `afade=t=in:d=0.4,afade=t=out:st=${filmSeconds - 1.5}:d=1.5`
  ffmpeg(['-i', lossless, ...video, '-cpu-used', '4', '-pass', '1', '-f', 'null', '-'])
  const picture = [
    '-i',
    lossless,
    '-ss',
    String(film.from),
    '-t',
    String(filmSeconds),
    '-i',
    track,
    ...video,
    '-cpu-used',
    '2',
    '-pass',
    '2',
  ]
  const sound = ['-map', '1:a', '-af', fades, '-c:a', 'libopus', '-b:a', '72k', '-map_metadata', '-1', '-shortest']
  ffmpeg([...picture, ...sound, '-fflags', '+bitexact', '-flags:v', '+bitexact', '-flags:a', '+bitexact', output])
}

function writePoster(picture: Buffer, output: string): void {
  const size = `${frameWidth}x${frameHeight}`
  const result = spawnSync(
    'ffmpeg',
    [
      '-v',
      'error',
      '-y',
      '-f',
      'rawvideo',
      '-pix_fmt',
      'rgb24',
      '-s',
      size,
      '-i',
      '-',
      '-frames:v',
      '1',
      '-c:v',
      'libwebp',
      '-quality',
      '80',
      '-fflags',
      '+bitexact',
      // Into a file: its size stands at the start, and a pipe cannot be wound back to write it.
      output,
    ],
    { input: picture },
  )
  if (result.status !== 0) throw new Error(String(result.stderr))
}

function ffmpeg(words: string[]): void {
  const result = spawnSync('ffmpeg', ['-v', 'error', '-y', ...words], { stdio: ['ignore', 'ignore', 'pipe'] })
  if (result.status !== 0) throw new Error(String(result.stderr))
}
