import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { computedMs } from '#tests/support/computed-time.ts'
import { findFrames, samplesPerFrame } from './mp3-frames.ts'

const artists = resolve(import.meta.dirname, '../../../content/artists')
const song = readFileSync(join(artists, 'luma-swade/glass-arcade.mp3'))

function framesOf(file: Buffer) {
  const found = findFrames(file)
  if ('refused' in found) throw new Error(found.refused)
  return found
}

const refusalOf = (file: Buffer) => {
  const found = findFrames(file)
  return 'refused' in found ? found.refused : undefined
}

// Output of ffprobe for each file; it omits the encoder's own frame and its padding, up to two frames.
test.each([
  ['juno-swade/mirrorball-math.mp3', 101.694694],
  ['kairo-swade/paper-crowns.mp3', 100.127347],
  ['luma-swade/glass-arcade.mp3', 102.661224],
  ['nova-swade/slow-voltage.mp3', 102.870204],
  ['onyx-swade/undertow-city.mp3', 100.858776],
  ['rio-swade/copper-sand.mp3', 95.059592],
  ['sable-swade/last-table-by-the-window.mp3', 110.471837],
  ['vesper-swade/tidewater.mp3', 110.497959],
  ['zuri-swade/market-day.mp3', 101.01551],
])('%s is as long as ffprobe reports', (name, seconds) => {
  const found = framesOf(readFileSync(join(artists, name)))
  expect(found.sampleRate).toBe(44_100)
  expect((found.count * samplesPerFrame(44_100)) / 44_100).toBeCloseTo(seconds, 1)
})

test('every frame begins with a sync word, touches the next, and contains no tag of the encoder', () => {
  const { starts, ends, count } = framesOf(song)
  for (let i = 0; i < count; i++) {
    expect(song.readUInt16BE(starts[i]!) & 0xffe0).toBe(0xffe0)
    if (i > 0) expect(starts[i]).toBe(ends[i - 1])
  }
  expect(song.subarray(starts[0], ends[0]).includes('Info') || song.subarray(starts[0], ends[0]).includes('Xing')).toBe(
    false,
  )
})

test('the whole catalogue is parsed quickly', () => {
  const files = readdirSync(artists).flatMap((slug) =>
    readdirSync(join(artists, slug))
      .filter((name) => name.endsWith('.mp3'))
      .map((name) => readFileSync(join(artists, slug, name))),
  )
  framesOf(song)
  const started = computedMs()
  for (const file of files) framesOf(file)
  // Each file takes two to three milliseconds on an idle machine; this test guards against seconds.
  expect((computedMs() - started) / files.length).toBeLessThan(200)
})

const bare = (() => {
  const { starts, ends, count } = framesOf(song)
  return song.subarray(starts[0], ends[count - 1])
})()

const synchsafe = (size: number) => Buffer.from([(size >> 21) & 127, (size >> 14) & 127, (size >> 7) & 127, size & 127])
const id3 = (body: Buffer, flags = 0) =>
  Buffer.concat([
    Buffer.from([0x49, 0x44, 0x33, 4, 0, flags]),
    synchsafe(body.length),
    body,
    Buffer.alloc(flags & 0x10 ? 10 : 0),
  ])
// An image whose bytes look like frames must not count as audio.
const picture = Buffer.concat([Buffer.from('APIC'), bare.subarray(0, 5000)])
const ape = Buffer.alloc(32 + 40)
ape.write('APETAGEX', 0)
ape.writeUInt32LE(40 + 32 - 32, 12)
ape.writeUInt32LE(0xa000_0000, 20)
ape.write('TITLE', 40)

test.each([
  ['an ID3v2 tag in front', Buffer.concat([id3(picture), bare])],
  ['an ID3v2 tag with a footer', Buffer.concat([id3(picture, 0x10), bare])],
  ['two ID3v2 tags', Buffer.concat([id3(picture), id3(picture), bare])],
  ['an APEv2 tag behind', Buffer.concat([bare, ape])],
  ['an ID3v1 tag behind', Buffer.concat([bare, Buffer.from('TAG'), Buffer.alloc(125, 0x20)])],
  ['zeros in front', Buffer.concat([Buffer.alloc(2000), bare])],
  ['some zeros behind', Buffer.concat([bare, Buffer.alloc(30_000)])],
])('%s changes no frame', (_name, file) => {
  const found = framesOf(file)
  const sound = Buffer.concat(
    Array.from({ length: found.count }, (_, i) => file.subarray(found.starts[i], found.ends[i])),
  )
  expect(sound.equals(bare)).toBe(true)
})

test('a gap in the middle loses the frames around it and no more', () => {
  const hurt = Buffer.from(bare)
  hurt.fill(0x55, 400_000, 403_000)
  expect(framesOf(bare).count - framesOf(hurt).count).toBeLessThanOrEqual(9)
})

const noAudio = 'This file cannot be played. It contains no MP3 audio. Export the recording as an MP3.'

const oneFrame = bare.subarray(0, framesOf(bare).ends[0])
test.each([
  ['nothing', Buffer.alloc(0), 'This file is empty. Export the recording again.'],
  ['three bytes', Buffer.from([0xff, 0xfb, 0x90]), noAudio],
  ['a page', Buffer.from('<!doctype html><title>404</title>'.repeat(9000)), noAudio],
  ['many sync words', Buffer.alloc(4_000_000, Buffer.from([0xff, 0xfb])), noAudio],
  ['many complete headers', Buffer.alloc(4_000_000, Buffer.from([0xff, 0xfb, 0x90, 0x64])), noAudio],
  ['a tag alone', id3(picture), noAudio],
  ['a tag with a wrong length', Buffer.concat([id3(picture).fill(0x7f, 6, 10), bare]), noAudio],
  ['one frame and junk', Buffer.concat([oneFrame, Buffer.alloc(20_000, 1)]), noAudio],
  ['one frame', oneFrame, 'This file contains less than a second of audio. Export the recording again.'],
  [
    'ten frames',
    bare.subarray(0, framesOf(bare).ends[9]),
    'This file contains less than a second of audio. Export the recording again.',
  ],
  [
    'sound with a large hole',
    Buffer.from(bare).fill(0x55, 300_000, 400_000),
    'This file is damaged: the audio breaks off. Export the recording again.',
  ],
  [
    'half of a song',
    song.subarray(0, song.length / 2),
    expect.stringMatching(
      /^This file is cut off: it has only [\d,]+ of its [\d,]+ frames\. Export the recording again\.$/,
    ),
  ],
])('%s is rejected quickly', (_name, file, reason) => {
  const started = computedMs()
  expect(refusalOf(file)).toEqual(reason)
  expect(computedMs() - started).toBeLessThan(100)
})

test('for any bytes, parsing ends with frames inside the file or a reason', () => {
  const piece = fc.oneof(
    fc.uint8Array({ maxLength: 600 }),
    fc.constantFrom(...[bare.subarray(0, 20_000), id3(picture), ape, oneFrame].map((part) => Uint8Array.from(part))),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const file = Buffer.concat(pieces)
      const found = findFrames(file)
      if ('refused' in found) return found.refused.length > 0
      return found.starts.every(
        (start, i) => start < found.ends[i]! && found.ends[i]! <= file.length && start >= (found.ends[i - 1] ?? 0),
      )
    }),
    { numRuns: 300 },
  )
})

// Worst cases of the smallest pieces within the maximum file size of 64 MB.
const emptyTag = id3(Buffer.alloc(0))
const largest = 64 * 1024 * 1024
const shortFrame = Buffer.concat([Buffer.from([0xff, 0xf3, 0x14, 0xc4]), Buffer.alloc(20)])
test.each([
  [
    'empty tags',
    Buffer.alloc(largest, emptyTag),
    'This file is damaged: it contains too many tags. Export the recording again.',
  ],
  [
    'empty tags behind sound',
    Buffer.concat([bare, Buffer.alloc(largest - bare.length, emptyTag)]),
    'This file is damaged: it contains too many tags. Export the recording again.',
  ],
  [
    'empty tags between frames',
    Buffer.alloc(largest, Buffer.concat([oneFrame, emptyTag])),
    'This file is damaged: it contains too many tags. Export the recording again.',
  ],
  [
    'the shortest frames',
    Buffer.alloc(largest, shortFrame),
    'This recording is longer than two hours. Export a shorter one.',
  ],
])('64 MB of %s are rejected without parsing all of them', (_name, file, reason) => {
  const computedFor = (bytes: number) => {
    const started = computedMs()
    expect(refusalOf(file.subarray(0, bytes))).toBe(reason)
    return computedMs() - started
  }
  computedFor(largest)
  // Walking through it would take four times as long.
  const whole = computedFor(largest)
  expect(whole).toBeLessThan(500)
  expect(whole).toBeLessThan(2 * computedFor(largest / 4) + 50)
})
