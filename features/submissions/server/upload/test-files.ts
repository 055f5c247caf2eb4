import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { findFrames } from '#platform/recordings/frames/mp3-frames.ts'
import { maxAudioBytes } from '#features/submissions/constants.ts'

const song = readFileSync(resolve(import.meta.dirname, '../../../../content/artists/luma-swade/glass-arcade.mp3'))

const frames = (() => {
  const found = findFrames(song)
  if ('refused' in found) throw new Error(found.refused)
  return found
})()

/** Returns audio of the catalogue without tags and without the encoder's own frame; a frame is 26 ms. */
export const soundOf = (from: number, count: number) =>
  song.subarray(frames.starts[from], frames.ends[from + count - 1])

/** Eight seconds of audio. */
export const shortTrack = Buffer.from(soundOf(400, 310))

/** The whole file of the song, including its tags. */
export const wholeSong = song

/** Returns a track of exactly this many bytes, with padding in its tag as encoders write it. */
export function trackOf(bytes = maxAudioBytes): Buffer {
  const sound = soundOf(0, frames.count)
  const times = Math.floor((bytes - 10) / sound.length)
  const padding = bytes - times * sound.length - 10
  return Buffer.concat([id3(Buffer.alloc(padding)), ...Array.from({ length: times }, () => sound)])
}

/** Returns an ID3v2 tag with the given body. */
export function id3(body: Buffer, claimedBytes = body.length): Buffer {
  const size = [21, 14, 7, 0].map((shift) => (claimedBytes >> shift) & 127)
  return Buffer.concat([Buffer.from([0x49, 0x44, 0x33, 4, 0, 0, ...size]), body])
}

/** Returns a text frame of an ID3v2.4 tag in UTF-8. */
export function id3Text(name: string, text: string): Buffer {
  const content = Buffer.concat([Buffer.from([3]), Buffer.from(text)])
  return Buffer.concat([
    Buffer.from(name),
    Buffer.from([0, 0, (content.length >> 7) & 127, content.length & 127, 0, 0]),
    content,
  ])
}

const wav = (() => {
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(400_036, 4)
  head.write('WAVEfmt ', 8)
  head.write('data', 36)
  return Buffer.concat([
    head,
    Buffer.from(Array.from({ length: 400_000 }, (_, index) => Math.round(128 + 100 * Math.sin(index / 9)))),
  ])
})()

const html = Buffer.from('<!doctype html><script>alert(1)</script>'.repeat(3000))
const zip = Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(200_000, 0x5a), Buffer.from('PK\x05\x06')])
const oneFrame = soundOf(500, 1)

/** Files that are not valid tracks, each with the expected message. */
export const hostileFiles: [name: string, file: Buffer, reason: RegExp][] = [
  ['a renamed WAV', wav, /WAV/],
  ['a renamed PDF', Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(100_000, 0x20)]), /PDF/],
  ['a renamed ZIP', zip, /ZIP/],
  ['a renamed page', html, /web page/],
  ['nothing but an ID3 tag', id3(Buffer.alloc(50_000, 0x41)), /no MP3 audio/],
  ['one frame and junk', Buffer.concat([oneFrame, Buffer.alloc(60_000, 0x33)]), /no MP3 audio/],
  ['half of a song', song.subarray(0, song.length / 2), /cut off/],
  ['a flood of sync bytes', Buffer.alloc(6_000_000, Buffer.from([0xff, 0xfb])), /no MP3 audio/],
  ['a flood of headers', Buffer.alloc(6_000_000, Buffer.from([0xff, 0xfb, 0x90, 0x64])), /no MP3 audio/],
  [
    'a tag that claims more than there is',
    Buffer.concat([id3(Buffer.alloc(100), 200_000_000), shortTrack]),
    /no MP3 audio/,
  ],
  [
    'an HLS playlist',
    Buffer.from(`#EXTM3U\n${'#EXTINF:10,\nhttps://externalUpload.example/1.ts\n'.repeat(900)}`),
    /playlist/,
  ],
  ['a page in front of sound', Buffer.concat([html, shortTrack]), /web page/],
  ['a ZIP behind sound', Buffer.concat([shortTrack, zip]), /damaged|neither audio/],
  ['a page behind sound', Buffer.concat([shortTrack, html]), /damaged|neither audio/],
  ['a ZIP within a tag', Buffer.concat([id3(Buffer.alloc(9_000_000, 0x50)), shortTrack]), /neither audio/],
  ['four seconds', soundOf(400, 150), /too short/],
  [
    'thousands of empty tags',
    Buffer.concat([...Array.from({ length: 5000 }, () => id3(Buffer.alloc(0))), shortTrack]),
    /too many tags/,
  ],
  [
    'empty headers of MPEG layer I',
    Buffer.alloc(3_000_000, Buffer.from([0xff, 0xff, 0x90, 0x64])),
    /MPEG layer I audio/,
  ],
]

/** Common file names, and names that attack a server. All end in `.mp3`. */
export const hostileNames = [
  '../../../../etc/passwd.mp3',
  '..\\..\\windows\\system32\\evil.mp3',
  '/etc/cron.d/job.mp3',
  'C:\\autoexec.mp3',
  '.mp3',
  '..mp3',
  '.htaccess.mp3',
  'track.php.mp3',
  'track.mp3.exe.mp3',
  '<script>alert(1)</script>.mp3',
  '"><img src=x onerror=alert(1)>.mp3',
  "'; DROP TABLE submissions; --.mp3",
  '$(touch /tmp/owned).mp3',
  '`id`.mp3',
  '|nc evil 1.mp3',
  'a;b&c.mp3',
  'CON.mp3',
  'nul\u0000byte.mp3',
  'line\r\nset-cookie: a=b.mp3',
  'gnp\u202e3pm.mp3',
  '\u200e\ufeff.mp3',
  'ｆｕｌｌｗｉｄｔｈ／..／x.mp3',
  '%2e%2e%2f%2e%2e%2fpasswd.mp3',
  `${'long'.repeat(500)}.mp3`,
  '=HYPERLINK("http://evil.example").mp3',
  'submissions/other.mp3',
]
