import { Bookmark } from 'lucide-react'
import { useReader, useReaderStore } from '../../reader-context.tsx'
import { ToolButton } from '../../toolbar/tool-button.tsx'
import { useNoteActs, useNotes } from './book-notes.ts'
import { newBookmark } from './make-annotation.ts'
import { editionAsRead } from './annotation.ts'

/** Puts a bookmark on the page being read, or takes it away. */
export function BookmarkButton() {
  const reader = useReaderStore()
  const page = useReader((state) => state.page)
  const isLocked = useReader((state) => page > (state.manifest?.readablePages ?? page))
  const isOpen = useReader((state) => state.status !== 'idle' && page <= (state.manifest?.readablePages ?? 0))
  const { annotations } = useNotes()
  const acts = useNoteActs()
  const marks = annotations.filter((one) => one.kind === 'bookmark' && one.page === page && !one.isMoved)
  const isMarked = marks.length > 0

  async function toggle() {
    if (isMarked) return marks.forEach(({ id }) => acts.remove(id))
    const edition = reader.getState().manifest?.edition
    if (!edition) return
    // Without its words the page is marked by its number.
    const lines = await reader.text(page).then(
      (text) => text.lines,
      () => [],
    )
    acts.add(newBookmark(page, lines, editionAsRead(edition)))
  }

  return (
    <ToolButton
      Icon={Bookmark}
      label={isMarked ? 'Remove bookmark' : isLocked ? `Page ${page} is locked and takes no bookmark` : `Bookmark page ${page}`}
      isPressed={isMarked}
      className="aria-pressed:[&_svg]:fill-current"
      disabled={!isOpen}
      onClick={() => void toggle()}
    />
  )
}
