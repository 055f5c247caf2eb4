import { expect, test } from 'vitest'
import { readFrameFacts, warningOf } from './frame-facts.ts'
import {
  apeTagWithoutHeader,
  framesOf,
  id3v1,
  musicOf,
  silence,
  silentFrames,
  speechOf,
  xingFrame,
} from './test-frames.ts'

const limits = { minSeconds: 5, maxSeconds: 1800, minKbps: 16 }
const read = (file: Buffer) => readFrameFacts(file, limits)
const sentenceOf = (file: Buffer) => {
  const outcome = read(file)
  return outcome.ok ? undefined : outcome.sentence
}

const track = musicOf(306)
const id3 = (body: Buffer) =>
  Buffer.concat([Buffer.from([0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 2, 0]), body, Buffer.alloc(256 - body.length)])
const lyrics = Buffer.from('LYRICSBEGININD0000200LYR00005wordsxxx')

test.each([
  ['an APEv2 tag without a header', Buffer.concat([track, apeTagWithoutHeader(200_000)])],
  ['the same in front of an ID3v1 tag', Buffer.concat([track, apeTagWithoutHeader(90_000), id3v1])],
  [
    'Lyrics3 in front of an ID3v1 tag',
    Buffer.concat([track, lyrics, Buffer.from(`${String(lyrics.length).padStart(6, '0')}LYRICS200`), id3v1]),
  ],
  ['tags at both ends', Buffer.concat([id3(Buffer.from('TIT2')), track, id3v1])],
  ['no tag at all', track],
])('with %s a recording is as long as its frames', (_name, file) => {
  const outcome = read(file)
  expect(outcome).toMatchObject({ ok: true, facts: { frameCount: 306, durationSeconds: 7.993, brokenFrames: 0 } })
  expect(outcome.ok && outcome.facts.tagBytes + track.length).toBe(file.length)
})

test('a tag at the end that claims to be larger than the file is not a tag', () => {
  const liar = apeTagWithoutHeader(100)
  liar.writeUInt32LE(4_000_000_000, liar.length - 20)
  expect(read(Buffer.concat([track, liar]))).toMatchObject({ ok: true, facts: { frameCount: 306 } })
})

test.each([
  ['an impossible number of frames', { frames: 0xffff_fff0, bytes: track.length + 417 }, track],
  ['more frames than it has, with all bytes present', { frames: 400, bytes: track.length + 417 }, track],
  ['the frames it had before it was trimmed', { frames: 4000, bytes: 1_672_000 }, track],
  ['fewer frames than it has', { frames: 100, bytes: 42_000 }, track],
])('a header that announces %s does not reject a complete recording', (_name, announced, sound) => {
  expect(read(Buffer.concat([xingFrame(announced), sound]))).toMatchObject({
    ok: true,
    facts: { frameCount: 306, wronglyAnnounced: announced.frames },
  })
})

test('a correct header, also one that does not count its own frame, is not reported', () => {
  for (const frames of [305, 306, 307])
    expect(read(Buffer.concat([xingFrame({ frames, bytes: track.length }), track]))).toMatchObject({
      ok: true,
      facts: { wronglyAnnounced: undefined },
    })
})

test('a file that ends within a frame, with fewer frames and bytes than announced, is truncated', () => {
  const file = Buffer.concat([xingFrame({ frames: 612, bytes: 2 * track.length }), track.subarray(0, -100)])
  expect(sentenceOf(file)).toBe('This file is cut off: it has only 305 of its 612 frames. Export the recording again.')
})

test('a header that announces more than any recording has is ignored, whether the recording is complete or not', () => {
  const file = Buffer.concat([xingFrame({ frames: 0xffff_fff0, bytes: 2 * track.length }), track.subarray(0, -100)])
  expect(read(file)).toMatchObject({ ok: true, facts: { frameCount: 305, wronglyAnnounced: 0xffff_fff0 } })
})

const some = ({ header, bytes }: (typeof silence)[keyof typeof silence], count: number) =>
  silentFrames(header, bytes, count)
test.each([
  [
    'another sample rate',
    Buffer.concat([some(silence.stereo44, 300), some(silence.stereo48, 150)]),
    'The sample rate of this recording changes from 44.1 to 48 kHz, which browsers cannot play. Export it at one sample rate.',
  ],
  [
    'the rate of speech',
    Buffer.concat([musicOf(300), speechOf(200)]),
    'The sample rate of this recording changes from 44.1 to 22.05 kHz, which browsers cannot play. Export it at one sample rate.',
  ],
  [
    'mono',
    Buffer.concat([some(silence.stereo44, 300), some(silence.mono44, 150)]),
    'This recording changes from stereo to mono, which browsers cannot play. Export all of it in mono or all of it in stereo.',
  ],
  [
    'stereo',
    Buffer.concat([some(silence.mono44, 300), some(silence.stereo44, 150)]),
    'This recording changes from mono to stereo, which browsers cannot play. Export all of it in mono or all of it in stereo.',
  ],
])('a recording that continues in %s is rejected with that reason', (_name, file, sentence) => {
  expect(sentenceOf(file)).toBe(sentence)
})

// MPEG-1 layer II at 128 kbit/s, layer I at 288, ADTS of 200 bytes, and layer III in free format.
const adts = silentFrames([0xff, 0xf1, 0x50, 0x80, 200 >> 3, (200 & 7) << 5, 0xfc], 200, 500)
const free = silentFrames([0xff, 0xfb, 0x00, 0x00], 521, 400)
test.each([
  ['MP2', silentFrames([0xff, 0xfd, 0x80, 0x00], 417, 400), /MPEG layer II \(MP2\) audio, not MP3/],
  ['layer I', silentFrames([0xff, 0xff, 0x90, 0x00], 312, 400), /MPEG layer I audio, not MP3/],
  ['AAC', adts, /AAC audio, not MP3/],
  ['AAC behind a tag', Buffer.concat([id3(Buffer.alloc(0)), adts]), /AAC audio, not MP3/],
  ['the free format', free, /free-format/],
  [
    'the free format with padding',
    Buffer.concat(
      Array.from({ length: 300 }, (_, index) =>
        silentFrames([0xff, 0xfb, index % 3 ? 0 : 2, 0], index % 3 ? 521 : 522, 1),
      ),
    ),
    /free-format/,
  ],
  [
    'a WAV behind a tag',
    Buffer.concat([id3(Buffer.alloc(0)), Buffer.from('RIFF'), Buffer.alloc(50_000, 7)]),
    /This is a WAV file/,
  ],
  ['a WMA', Buffer.concat([Buffer.from('3026b2758e66cf11', 'hex'), Buffer.alloc(50_000, 7)]), /This is a WMA file/],
  ['noise', Buffer.alloc(300_000, 0x5a), /no MP3 audio\. Export the recording as an MP3\.$/],
])('%s is reported as what it is', (_name, file, reason) => {
  expect(sentenceOf(file)).toEqual(expect.stringMatching(reason))
})

test('many free-format headers are read in one pass', () => {
  // Searching the rest of the file for each header would take hours.
  expect(sentenceOf(Buffer.alloc(16_000_000, Buffer.from([0xff, 0xfb, 0x00, 0x00])))).toMatch(/free-format/)
})

test('broken frames are counted and reported, and too many of them reject the file', () => {
  const hurt = musicOf(306)
  const { starts } = framesOf(hurt)
  for (let number = 100; number < 110; number += 1) hurt.fill(0xff, starts[number]! + 6, starts[number]! + 10)
  const outcome = read(hurt)
  if (!outcome.ok) throw new Error(outcome.sentence)
  expect(outcome.facts.brokenFrames).toBeGreaterThanOrEqual(10)
  expect(warningOf(outcome.facts)).toMatch(/^This recording is damaged: \d+ of its \d+ frames cannot be decoded\./)
  expect(warningOf({ brokenFrames: 0, frameCount: 306 })).toBeUndefined()
  for (let number = 0; number < 306; number += 4) hurt.fill(0xff, starts[number]! + 6, starts[number]! + 10)
  expect(sentenceOf(hurt)).toMatch(/^This file is damaged: \d+ of its \d+ frames cannot be decoded\./)
})
