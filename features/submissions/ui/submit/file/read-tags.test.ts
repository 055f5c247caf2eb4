import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readTags } from './read-tags.ts'

const none = new Uint8Array(0)
const latin1 = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
const utf8 = (text: string) => new TextEncoder().encode(text)
const utf16 = (text: string, isLittle: boolean) =>
  Uint8Array.from(
    [0xfeff, ...Array.from({ length: text.length }, (_, index) => text.charCodeAt(index))].flatMap((unit) =>
      isLittle ? [unit & 255, unit >> 8] : [unit >> 8, unit & 255],
    ),
  )
const bytes = (...parts: (string | number[])[]) =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'string' ? [...latin1(part)] : part)))

function frame(name: string, encoding: number, text: Uint8Array): Uint8Array {
  return Uint8Array.from([
    ...latin1(name),
    0,
    0,
    (text.length + 1) >> 7,
    (text.length + 1) & 127,
    0,
    0,
    encoding,
    ...text,
  ])
}

function tag(version: number, ...frames: Uint8Array[]): Uint8Array {
  const body = frames.flatMap((one) => [...one])
  return Uint8Array.from([...latin1('ID3'), version, 0, 0, 0, 0, (body.length >> 7) & 127, body.length & 127, ...body])
}

test.each([
  ['Latin-1', 0, latin1('Brän')],
  ['UTF-16 with a byte order mark', 1, utf16('Brän', true)],
  ['big-endian UTF-16', 1, utf16('Brän', false)],
  ['UTF-8', 3, utf8('Brän')],
])('a title in %s is parsed', (_name, encoding, text) => {
  expect(readTags(tag(4, frame('TIT2', encoding, text)), none)).toEqual({ song_title: 'Brän' })
})

test('known frames are parsed, and the others skipped', () => {
  const word = (name: string, text: string) => frame(name, 3, utf8(text))
  const read = readTags(
    tag(4, word('TPE1', 'Mara'), word('TXXX', 'secret'), word('TALB', 'Salt'), word('TSRC', 'USRC17607839')),
    none,
  )
  expect(read).toEqual({ artist_name: 'Mara', album_name: 'Salt', isrc: 'USRC17607839' })
})

test('without a tag at the beginning, the one at the end is parsed', () => {
  const tail = bytes('TAG', 'Salt Flats'.padEnd(30, '\0'), 'Mara'.padEnd(30, '\0'), ''.padEnd(65, '\0'))
  expect(readTags(bytes('no tag here, only sound'), tail)).toEqual({ song_title: 'Salt Flats', artist_name: 'Mara' })
})

test('an ID3v1 tag is decoded as UTF-8 if it is valid UTF-8, and as Latin-1 otherwise', () => {
  const tagOf = (artist: Uint8Array) => {
    const tail = new Uint8Array(128)
    tail.set(latin1('TAG'))
    tail.set(artist, 33)
    return tail
  }
  expect(readTags(none, tagOf(utf8('Björk 日本語')))).toEqual({ artist_name: 'Björk 日本語' })
  expect(readTags(none, tagOf(latin1('Björk')))).toEqual({ artist_name: 'Björk' })
})

test('characters beyond the basic multilingual plane are decoded in every encoding', () => {
  const words = '日本語 🎧 عربي'
  for (const [encoding, bytes] of [
    [1, utf16(words, true)],
    [1, utf16(words, false)],
    [3, utf8(words)],
  ] as const)
    expect(readTags(tag(4, frame('TIT2', encoding, bytes)), none)).toEqual({ song_title: words })
})

test('control characters, direction marks and overlong texts do not reach the form', () => {
  const read = readTags(tag(4, frame('TIT2', 3, utf8(`a\u0007b\u202e${'x'.repeat(2000)}`))), none)
  expect(read.song_title).toMatch(/^a b x+$/)
  expect(read.song_title!.length).toBeLessThanOrEqual(160)
})

test('for any bytes, parsing ends and returns text or nothing', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), fc.constantFrom(2, 3, 4), (noise, version) => {
      const read = readTags(
        Uint8Array.from([...latin1('ID3'), version, 0, 0, 0x7f, 0x7f, 0x7f, 0x7f, ...noise]),
        noise.slice(-128),
      )
      for (const word of Object.values(read)) expect(word.length).toBeLessThanOrEqual(160)
    }),
  )
})
