import { draftRecordingPath } from '#features/books/constants.ts'

/** Player for a recording that only the owner can hear. */
export function RecordingPlayer({ bookId, file, label }: { bookId: string; file: string; label: string }) {
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- the text is in the book
    <audio
      controls
      preload="none"
      src={draftRecordingPath(bookId, file)}
      aria-label={label}
      className="h-11 w-full max-w-96"
    />
  )
}
