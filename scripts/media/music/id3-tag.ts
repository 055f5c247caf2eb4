/**
 * An ID3v2.3 tag with nothing in it but the given frames: no encoder name and no date, so a render is repeatable.
 *
 * @see https://id3.org/id3v2.3.0
 */
export function id3Tag(fields: { title: string; artist: string; album: string; year: string; genre: string; comment: string }): Buffer {
  const frames = Buffer.concat([
    textFrame('TIT2', fields.title),
    textFrame('TPE1', fields.artist),
    textFrame('TALB', fields.album),
    textFrame('TYER', fields.year),
    textFrame('TCON', fields.genre),
    frame('COMM', Buffer.concat([Buffer.from([0]), Buffer.from('eng\0', 'latin1'), Buffer.from(fields.comment, 'latin1')])),
  ])
  const header = Buffer.alloc(10)
  header.write('ID3', 0, 'latin1')
  header[3] = 3
  for (let i = 0; i < 4; i++) header[6 + i] = (frames.length >> (7 * (3 - i))) & 127
  return Buffer.concat([header, frames])
}

function textFrame(id: string, text: string): Buffer {
  return frame(id, Buffer.concat([Buffer.from([0]), Buffer.from(text, 'latin1')]))
}

function frame(id: string, body: Buffer): Buffer {
  const header = Buffer.alloc(10)
  header.write(id, 0, 'latin1')
  header.writeUInt32BE(body.length, 4)
  return Buffer.concat([header, body])
}
