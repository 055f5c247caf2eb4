import { mkdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { album } from './album.ts'
import { check } from './check.ts'
import { requireDebianTools } from './debian-tools.ts'
import { master } from './master.ts'
import { mix } from './mix.ts'
import { sampleRate } from './sound/stereo.ts'
import { decode } from './measure.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const words = process.argv.slice(2)
const onlyCheck = words.includes('--check')
const outputFlag = words.indexOf('--out')
const outputRoot = outputFlag < 0 ? join(root, 'content/artists') : words[outputFlag + 1]!
const wanted = words.filter(
  (word, index) => !word.startsWith('--') && index !== outputFlag + (outputFlag < 0 ? -99 : 1),
)

requireDebianTools()
const tracks = album.filter(
  (track) =>
    wanted.length === 0 || wanted.includes('all') || wanted.includes(track.file) || wanted.includes(track.artistSlug),
)
if (tracks.length === 0) {
  console.error(`No such track. Choose from: all, ${album.map((track) => track.file).join(', ')}`)
  process.exit(1)
}

let healthy = true
for (const track of tracks) {
  const output = join(outputRoot, track.artistSlug, `${track.file}.mp3`)
  if (onlyCheck) {
    healthy = (await check(track, output)) && healthy
    continue
  }
  await mkdir(dirname(output), { recursive: true })
  await master(track, await mix(track), output)
  const seconds = decode(output).left.length / sampleRate
  console.log(`${track.file}.mp3  ${seconds.toFixed(3)} s  ${Math.round((await stat(output)).size / 1000)} kB`)
}
if (!healthy) process.exit(1)
