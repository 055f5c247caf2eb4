/** ffmpeg keeps a comment where players do not look for it, and writes its own name; so the tag is written here. */
const FRAMES = {
  title: 'TIT2',
  artist: 'TPE1',
  album: 'TALB',
  track: 'TRCK',
  year: 'TYER',
  genre: 'TCON',
  comment: 'COMM',
} as const

/** What a file says of itself; texts are Latin-1. */
export type Tags = Partial<Record<keyof typeof FRAMES, string>>

/**
 * An ID3v2.3 tag with these frames and nothing else: no encoder name and no date, so a render is repeatable.
 *
 * @see https://id3.org/id3v2.3.0
 */
export function id3Tag(tags: Tags): Buffer {
  const names = (Object.keys(FRAMES) as (keyof typeof FRAMES)[]).filter((name) => tags[name] !== undefined)
  const frames = Buffer.concat(
    names.map((name) => frame(FRAMES[name], (name === 'comment' ? 'eng\0' : '') + tags[name])),
  )
  const header = Buffer.from('ID3\x03\0\0\0\0\0\0', 'latin1')
  // The size is written seven bits to a byte.
  for (let place = 0; place < 4; place += 1) header[9 - place] = (frames.length >> (7 * place)) & 127
  return Buffer.concat([header, frames])
}

function frame(id: string, text: string): Buffer {
  const body = Buffer.from(`\0${text}`, 'latin1')
  const header = Buffer.alloc(10)
  header.write(id, 'latin1')
  header.writeUInt32BE(body.length, 4)
  return Buffer.concat([header, body])
}
