/* Where the narration of a book is. On the floor, so that the room that sells books and the one that plays them need not ask each other. */

/**
 * The address of one narrated chapter, or of the preview.
 *
 * @param file Its name in the book's `narration/` folder, `01.mp3`.
 */
export function narrationPath(bookId: string, file: string): string {
  return `/media/books/${bookId}/${file}`
}

/** Where the outline of a narrated chapter is: `{ peaks }`. */
export function narrationWaveformPath(bookId: string, file: string): string {
  return `${narrationPath(bookId, file)}/waveform.json`
}
