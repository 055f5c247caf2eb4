import { cleanTag, type RecordingTags } from '#platform/recordings/tag-reader.ts'
import { countCharacters } from '#shared/cut-text.ts'
import type { TrackDetails } from '#features/tracks/contract.ts'

/** Maximum characters of title, artist and album, as for submissions. */
const maxLengths = { title: 160, artist: 120, album: 160 }

/** Returns the last part of a file name as sent by a folder upload, without characters that could break a line. */
export function shownFileName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  return cleanTag(last) || 'Unnamed file'
}

/**
 * Returns title and artist of an upload: from its tags, otherwise from a file name such as `03 - Ada - Night Bus.mp3`
 * or `Night_Bus.mp3`.
 */
export function detailsOf(tags: Pick<RecordingTags, 'title' | 'artist' | 'album'>, fileName: string): TrackDetails {
  const spaced = shownFileName(fileName)
    .replace(/\.mp3$/i, '')
    .replaceAll('_', ' ')
  // A number at the beginning is the position in an album, unless there is nothing else.
  const stem = spaced.replace(/^\s*\d{1,3}\s*[.)\-–—]\s*(?=\S)|^\s*0\d\s+(?=\S)/, '').trim()
  const [first = '', ...rest] = stem.split(/\s+[-–—]\s+/)
  const named = rest.length > 0 ? { artist: first, title: rest.join(' - ') } : { artist: '', title: stem }
  return {
    title: (tags.title || named.title || 'Untitled track').trim(),
    artist: (tags.artist || named.artist).trim(),
    album: tags.album,
  }
}

/** Returns cleaned details, or one sentence that describes the problem. */
export function readDetails(
  typed: TrackDetails,
  { mayLackArtist }: { mayLackArtist: boolean },
): { ok: true; details: TrackDetails } | { ok: false; message: string } {
  for (const [name, max] of Object.entries(maxLengths) as [keyof TrackDetails, number][])
    if (countCharacters(typed[name].trim()) > max)
      return { ok: false, message: `The ${name} must be ${max} characters or fewer.` }
  const details = { title: cleanTag(typed.title), artist: cleanTag(typed.artist), album: cleanTag(typed.album) }
  if (!details.title) return { ok: false, message: 'Enter a title.' }
  if (!details.artist && !mayLackArtist) return { ok: false, message: 'Enter the artist before you add this track.' }
  return { ok: true, details }
}
