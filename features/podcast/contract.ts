/*
 * Podcast: the free audiobooks as podcast feeds for any podcast app. Owns: the feed with its cover, the recordings
 * under public addresses, chapter marks and transcripts. Does not own: books and recordings (books), reading along
 * (reader). Paid books have no feed.
 */

/** Root of all addresses of podcasts. */
export const podcastRoot = '/podcast'

/** Returns the path of a book's podcast feed. */
export const podcastFeedPath = (bookId: string) => `${podcastRoot}/${bookId}.xml`

/** Returns the path of a podcast's square cover, 1600 pixels wide. */
export const podcastCoverPath = (bookId: string) => `${podcastRoot}/${bookId}.jpg`

/**
 * Returns the path of a part of an episode.
 *
 * @param file Name of the recording, `01.mp3`.
 */
export function episodePath(bookId: string, file: string, part: 'audio' | 'chapters' | 'transcript'): string {
  const name = file.replace(/\.mp3$/, '')
  return `${podcastRoot}/${bookId}/${name}${{ audio: '.mp3', chapters: '.chapters.json', transcript: '.vtt' }[part]}`
}
