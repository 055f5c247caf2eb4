import { readFileSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import { parseBuffer, selectCover } from 'music-metadata'
import { findSoundEnd, tagLengthAt } from './frames/tags.ts'
import type { RawTags } from './tag-reader.ts'

/* Worker thread that reads the tags of uploaded files, one after the other; see tag-reader.ts for its limits. */

parentPort!.on('message', (path: string) => {
  void read(path).then(
    (tags) => parentPort!.postMessage(tags),
    // Unreadable tags count as missing; the frames decide whether the file can be played.
    () => parentPort!.postMessage({}),
  )
})

async function read(path: string): Promise<RawTags> {
  const bytes = withoutSound(readFileSync(path))
  const { common } = await parseBuffer(bytes, { mimeType: 'audio/mpeg' }, { duration: false })
  const cover = selectCover(common.picture)
  return {
    title: common.title,
    artist: common.artist,
    album: common.album,
    genre: common.genre?.[0],
    year: common.year,
    bpm: common.bpm,
    // The cover is a view of the whole file, which would be sent to the other thread with it, so it is copied.
    image: cover ? Uint8Array.from(cover.data) : undefined,
  }
}

/** Number of audio bytes from which the parser recognizes an MP3. */
const soundBytes = 16 * 1024
const maxLeadingTags = 16

/** Returns the tags with the beginning of the audio, because the parser would look for frames in all of it. */
function withoutSound(file: Buffer): Buffer {
  const end = findSoundEnd(file)
  let start = 0
  for (let tags = 0, length = -1; tags < maxLeadingTags && length !== 0; tags += 1) {
    length = tagLengthAt(file, start)
    start += length
  }
  return Buffer.concat([file.subarray(0, Math.min(end, start + soundBytes)), file.subarray(end)])
}
