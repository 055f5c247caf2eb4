import { toAscii } from '#shared/slug.ts'
import { isUuid } from '#shared/uuid.ts'
import { type Database, findSubmission, type Submission } from '../queries.ts'

/** Files of submissions by the submissions' ids; undefined for what is not there. */
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
      // Nobody listened to it yet: a line without hills.
      return row && (row.checks?.peaks ?? [])
    },
  }
}

/** `Artist - Title.mp3` in letters that every system and every header takes. */
function downloadNameOf({ artistName, songTitle, id }: Submission): string {
  const plain = (text: string) =>
    toAscii(text)
      .replaceAll(/\s+/g, ' ')
      .replaceAll(/[^\w ()-]+/g, '')
      .trim()
      .slice(0, 60)
  return `${[plain(artistName), plain(songTitle)].filter(Boolean).join(' - ') || id}.mp3`
}
