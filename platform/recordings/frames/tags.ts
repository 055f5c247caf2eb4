/** Lyrics3 and APEv2 tags, each followed by an ID3v1 tag; more tags at the end of a file are not plausible. */
const maxTrailingTags = 8

/**
 * Returns the length of the tag at an offset, 0 if there is none. A tag that claims more than the file reaches its end.
 *
 * @see https://id3.org/id3v2.4.0-structure; https://wiki.hydrogenaudio.org/index.php?title=APEv2_specification
 */
export function tagLengthAt(file: Buffer, at: number): number {
  const first = file[at]
  const rest = file.length - at
  if (first === 0x49 && rest >= 10 && file.toString('latin1', at, at + 3) === 'ID3' && file[at + 3]! < 0xff) {
    const size = [6, 7, 8, 9].map((offset) => file[at + offset]!)
    if (size.some((part) => part > 127)) return 0
    const body = size.reduce((sum, part) => sum * 128 + part, 0)
    const footer = file[at + 5]! & 0x10 ? 10 : 0
    return Math.min(rest, 10 + body + footer)
  }
  if (first === 0x54 && rest >= 128 && file.toString('latin1', at, at + 3) === 'TAG' && rest <= 128 + 227) return rest
  if (first === 0x41 && rest >= 32 && file.toString('latin1', at, at + 8) === 'APETAGEX') {
    const isHeader = (file.readUInt32LE(at + 20) & 0x2000_0000) !== 0
    return Math.min(rest, isHeader ? 32 + file.readUInt32LE(at + 12) : 32)
  }
  if (first === 0x4c && rest >= 11 && file.toString('latin1', at, at + 11) === 'LYRICSBEGIN') return rest
  return 0
}

/**
 * Returns the offset of the trailing tags, where the audio ends. APEv2 tags may lack a header, so a parser from the
 * front would parse their images as audio.
 */
export function findSoundEnd(file: Buffer): number {
  let end = file.length
  for (let tags = 0; tags < maxTrailingTags; tags += 1) {
    const length = tagLengthBefore(file, end)
    if (length === 0) return end
    end -= length
  }
  return end
}

function tagLengthBefore(file: Buffer, end: number): number {
  const text = (from: number, length: number) => (from < 0 ? '' : file.toString('latin1', from, from + length))
  const within = (length: number) => (length > 0 && length <= end ? length : 0)
  if (text(end - 128, 3) === 'TAG') return text(end - 355, 4) === 'TAG+' ? 355 : 128
  if (text(end - 32, 8) === 'APETAGEX') {
    const hasHeader = (file.readUInt32LE(end - 12) & 0x8000_0000) !== 0
    // The size includes the items and this footer.
    return within(file.readUInt32LE(end - 20) + (hasHeader ? 32 : 0))
  }
  if (text(end - 9, 9) === 'LYRICS200' && /^\d{6}$/.test(text(end - 15, 6)))
    return within(Number(text(end - 15, 6)) + 15)
  if (text(end - 10, 3) === '3DI' && file.subarray(end - 4, end).every((byte) => byte < 128))
    return within(20 + file.subarray(end - 4, end).reduce((sum, byte) => sum * 128 + byte, 0))
  return 0
}
