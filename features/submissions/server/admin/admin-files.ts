import { toAscii } from '#shared/slug.ts'
import { isUuid } from '#shared/uuid.ts'
import { type Database, findSubmission, type Submission } from '../queries.ts'

/** Files of submissions by the submissions' ids; undefined if there is none. */
export type AdminFiles = {
  audio(id: string): Promise<{ key: string; sha256: string; downloadName: string } | undefined>
  spectrogram(id: string): Promise<string | undefined>
  peaks(id: string): Promise<number[] | undefined>
}

export function createAdminFiles(db: Database): AdminFiles {
  const find = async (id: string) => (isUuid(id) ? findSubmission(db, id) : undefined)
  return {
    async audio(id) {
      const row = await find(id)
      if (!row || row.fileDeletedAt) return undefined
      return { key: row.audioKey, sha256: row.audioSha256, downloadName: downloadNameOf(row) }
    },
    async spectrogram(id) {
      const row = await find(id)
      return row?.fileDeletedAt ? undefined : (row?.checks?.spectrogramKey ?? undefined)
    },
    async peaks(id) {
      const row = await find(id)
      // The track has not been analyzed yet, so its waveform is flat.
      return row && (row.checks?.peaks ?? [])
    },
  }
}

/** Returns the file name `Artist - Title.mp3` in characters that every system and every header accepts. */
function downloadNameOf({ artistName, songTitle, id }: Submission): string {
  const plain = (text: string) =>
    toAscii(text)
      .replaceAll(/\s+/g, ' ')
      .replaceAll(/[^\w ()-]+/g, '')
      .trim()
      .slice(0, 60)
  return `${[plain(artistName), plain(songTitle)].filter(Boolean).join(' - ') || id}.mp3`
}
