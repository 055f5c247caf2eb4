import { cutText } from '#shared/cut-text.ts'

/** Metadata from the tags of a file; untrusted and shortened. */
export type Tags = Partial<
  Record<'genre' | 'song_title' | 'artist_name' | 'album_name' | 'isrc' | 'label_name' | 'publishing_org', string>
>

/** Bytes of a tag to read; longer tags contain images, which come after the text. */
export const tagHeadBytes = 512 * 1024

const maxWordLength = 160

/** Frames to parse: in ID3v2.3 and 2.4, and by their short names in 2.2. */
const names: Record<string, keyof Tags> = {
  TIT2: 'song_title',
  TT2: 'song_title',
  TPE1: 'artist_name',
  TP1: 'artist_name',
  TALB: 'album_name',
  TAL: 'album_name',
  TCON: 'genre',
  TCO: 'genre',
  TSRC: 'isrc',
  TRC: 'isrc',
  TPUB: 'publishing_org',
  TPB: 'publishing_org',
}

/**
 * Parses the ID3v2 tag at the beginning of a file or, if there is none, the ID3v1 tag at its end. Every length is
 * checked against the available bytes, so a file with wrong lengths is parsed as far as possible.
 *
 * @param head The first {@link tagHeadBytes} of the file, or all of it.
 * @param tail Its last 128 bytes.
 * @see https://id3.org/id3v2.4.0-structure
 */
export function readTags(head: Uint8Array, tail: Uint8Array): Tags {
  const tags = readId3v2(head)
  return Object.keys(tags).length > 0 ? tags : readId3v1(tail)
}

function readId3v2(head: Uint8Array): Tags {
  const tags: Tags = {}
  const version = head[3] ?? 0
  if (head.length < 20 || latin1(head.subarray(0, 3)) !== 'ID3' || version < 2 || version > 4) return tags
  const nameLength = version === 2 ? 3 : 4
  const headLength = version === 2 ? 6 : 10
  const end = Math.min(head.length, 10 + synchsafe(head, 6))
  let at = 10
  if ((head[5]! & 0x40) !== 0 && version > 2) at += version === 4 ? synchsafe(head, at) : 4 + plain(head, at, 4)
  while (at + headLength < end) {
    const name = latin1(head.subarray(at, at + nameLength))
    // Padding or unknown data: the end of the frames.
    if (!/^[A-Z0-9]+$/.test(name)) break
    const size = version === 4 ? synchsafe(head, at + 4) : plain(head, at + nameLength, version === 2 ? 3 : 4)
    const from = at + headLength
    const field = names[name]
    if (field && size > 1 && from + size <= end) {
      const word = tidy(decode(head.subarray(from, from + Math.min(size, 4 * maxWordLength + 4))))
      if (word) tags[field] ??= word
    }
    at = from + size
  }
  return tags
}

function readId3v1(tail: Uint8Array): Tags {
  if (tail.length !== 128 || latin1(tail.subarray(0, 3)) !== 'TAG') return {}
  const words = {
    song_title: tail.subarray(3, 33),
    artist_name: tail.subarray(33, 63),
    album_name: tail.subarray(63, 93),
  }
  const read = Object.entries(words).map(([field, bytes]) => [field, tidy(unmarked(bytes))] as const)
  return Object.fromEntries(read.filter(([, word]) => word !== ''))
}

function decode(content: Uint8Array): string {
  const encoding = ['latin1', 'utf-16le', 'utf-16be', 'utf-8'][content[0]!]
  if (!encoding) return ''
  const text = content.subarray(1)
  if (encoding === 'latin1') return latin1(text)
  const isSwapped = encoding === 'utf-16le' && text[0] === 0xfe && text[1] === 0xff
  return new TextDecoder(isSwapped ? 'utf-16be' : encoding).decode(text)
}

// This tag does not declare its encoding. It is Latin-1 by definition but UTF-8 in many programs; text that is not
// UTF-8 is rarely valid UTF-8 by chance.
function unmarked(bytes: Uint8Array): string {
  const end = bytes.indexOf(0)
  const text = end < 0 ? bytes : bytes.subarray(0, end)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(text)
  } catch {
    return latin1(text)
  }
}

// Uses the first of several values, and removes invisible characters, because tags are untrusted.
function tidy(text: string): string {
  const first = text.split('\0')[0] ?? ''
  const seen = first.replaceAll(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufffd]/gu, ' ')
  return cutText(seen.replaceAll(/\s+/g, ' ').trim(), maxWordLength)
}

const latin1 = (bytes: Uint8Array) => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
const synchsafe = (bytes: Uint8Array, at: number) =>
  [0, 1, 2, 3].reduce((sum, offset) => sum * 128 + ((bytes[at + offset] ?? 0) & 0x7f), 0)
const plain = (bytes: Uint8Array, at: number, length: number) =>
  Array.from({ length }, (_, offset) => bytes[at + offset] ?? 0).reduce((sum, byte) => sum * 256 + byte, 0)
