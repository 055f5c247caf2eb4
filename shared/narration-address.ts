/* URLs of book narration. In shared/, because the features that sell and play books use them. */

/**
 * Returns the path of a narrated chapter, or of the preview.
 *
 * @param file File name in the book's `narration/` folder, `01.mp3`.
 */
export function narrationPath(bookId: string, file: string): string {
  return `/media/books/${bookId}/${file}`
}

/** Returns the path of the waveform of a narrated chapter: `{ peaks }`. */
export function narrationWaveformPath(bookId: string, file: string): string {
  return `${narrationPath(bookId, file)}/waveform.json`
}

/** Returns how many chapters have a recording; the others show ‘Audio coming soon’. */
export function countRecordings({ audioChapters }: { audioChapters: readonly { file: string }[] }): number {
  return audioChapters.filter(({ file }) => file !== '').length
}
