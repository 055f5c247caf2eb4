import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { silence, silentFrames, speechOf } from '#platform/recordings/frames/test-frames.ts'
import type { Recording } from '#features/radio/contract.ts'
import { AudioCache } from './audio-cache.ts'
import { shortSong, testRecording } from './test-recordings.ts'

async function stage() {
  const folder = await mkdtemp(join(tmpdir(), 'shelf-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const warnings: object[] = []
  const time = { ms: 1_000_000 }
  const audioCache = new AudioCache({ log: { warn: (details) => warnings.push(details) }, nowMs: () => time.ms })
  const add = async (name: string, content: Buffer, durationSeconds = 2): Promise<Recording> => {
    await writeFile(join(folder, name), content)
    return testRecording({ id: `track:${name}`, file: join(folder, name), durationSeconds })
  }
  return { folder, audioCache, add, warnings, time }
}

test('a recording is measured once, and again when its file has changed', async () => {
  const { audioCache, add } = await stage()
  const recording = await add('a', shortSong({ frames: 100 }))
  expect(await audioCache.measure(recording)).toMatchObject({ frameCount: 100, sampleRate: 44_100 })
  await add('a', shortSong({ frames: 120 }))
  expect(await audioCache.measure(recording)).toMatchObject({ frameCount: 120 })
  expect(audioCache.find(recording.id)).toBeUndefined()
})

test('only retained recordings stay in memory', async () => {
  const { audioCache, add } = await stage()
  const [a, b, c] = [
    await add('a', shortSong({ frames: 90 })),
    await add('b', shortSong({ frames: 91 })),
    await add('c', shortSong({ frames: 92 })),
  ]
  await audioCache.retain([a, b])
  await audioCache.retain([b, c])
  expect([a, b, c].map(({ id }) => audioCache.find(id)?.frameCount)).toEqual([undefined, 91, 92])
})

test('frames separated by junk bytes are joined', async () => {
  const { audioCache, add } = await stage()
  const whole = shortSong({ frames: 100 })
  const torn = await add(
    'torn',
    Buffer.concat([whole.subarray(0, whole.length / 2), Buffer.alloc(3000, 1), whole.subarray(whole.length / 2)]),
  )
  const sound = await audioCache.load(torn)
  expect(sound?.bytes.length).toBe(sound?.bounds.at(-1))
  for (let i = 0; i < sound!.frameCount; i++) expect(sound!.bytes.readUInt16BE(sound!.bounds[i]!) & 0xffe0).toBe(0xffe0)
})

test.each([
  ['gone', '/nowhere/at/all.mp3', 'The file is missing.'],
  ['a folder', '/tmp', 'This is not a file.'],
  // The kernel refuses to read this file at some point, like a failing disk.
  ['an unreadable disk', '/proc/self/mem', 'The file cannot be read (EIO).'],
])('%s becomes a problem for the owner, is logged once, and is retried later', async (_name, file, reason) => {
  const { audioCache, warnings, time } = await stage()
  const recording = testRecording({ id: 'track:x', file })
  expect(await audioCache.load(recording)).toBeUndefined()
  expect(audioCache.isUsable(recording)).toBe(false)
  expect(await audioCache.measure(recording)).toBeUndefined()
  expect(audioCache.problems()).toEqual([
    { recordingId: 'track:x', title: recording.title, artist: recording.artist, reason, sinceMs: 1_000_000 },
  ])
  expect(warnings).toHaveLength(1)
  time.ms += 5 * 60_000
  expect(audioCache.isUsable(recording)).toBe(true)
})

test('a recording with less audio than its catalogue states counts as truncated, and repairing it clears the problem', async () => {
  const { audioCache, add } = await stage()
  const recording = await add('a', shortSong({ frames: 100 }), 10)
  expect(await audioCache.load(recording)).toBeUndefined()
  expect(audioCache.problems()[0]?.reason).toBe('This file is cut off: it has only 3 of 10 seconds.')
  await add('a', shortSong({ frames: 383 }), 10)
  expect(await audioCache.load(recording)).toBeDefined()
  expect(audioCache.problems()).toEqual([])
})

test.each([
  ['mono at another rate', speechOf(200), 'This recording is 22.05 kHz mono, but the station needs 44.1 kHz stereo.'],
  [
    'mono',
    silentFrames(silence.mono44.header, silence.mono44.bytes, 200),
    'This recording is 44.1 kHz mono, but the station needs 44.1 kHz stereo.',
  ],
  [
    'another rate',
    silentFrames(silence.stereo48.header, silence.stereo48.bytes, 200),
    'This recording is 48 kHz stereo, but the station needs 44.1 kHz stereo.',
  ],
])('%s never follows other recordings, wherever the file comes from', async (_name, file, reason) => {
  const { audioCache, add } = await stage()
  expect(await audioCache.load(await add('a', file))).toBeUndefined()
  expect(audioCache.problems()[0]?.reason).toBe(reason)
})

test('a file larger than 64 MB is rejected before it is read', async () => {
  const { audioCache, add } = await stage()
  const recording = await add('a', shortSong({ frames: 100 }))
  await truncate(recording.file, 64 * 1024 * 1024 + 1)
  expect(await audioCache.load(recording)).toBeUndefined()
  expect(audioCache.problems()[0]?.reason).toBe('This file is larger than 64 MB.')
})
