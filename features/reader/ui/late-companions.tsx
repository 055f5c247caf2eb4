import type { PageOverlayProps } from './companion.ts'
import { FollowSwitch, FollowTool } from './audiobook/read-along/follow-tool.tsx'
import { SpokenOverlay } from './audiobook/read-along/spoken-overlay.tsx'
import { NotKeptNote } from './offline/not-kept-note.tsx'
import { OfflineAttendant } from './offline/offline-attendant.ts'
import { OfflineStatus } from './offline/offline-status.tsx'
import { BookmarkButton } from './panels/notes/bookmark-button.tsx'
import { HighlightMarks } from './panels/notes/highlight-marks.tsx'
import { SearchMarks } from './panels/search/search-marks.tsx'
import { NotesWhenOpen } from './panels/when-open.tsx'

/* What nobody needs before the first page is there: one file, which comes after it. */

/** Rendered inside every page on the screen, over its image and under its words. */
export function PageOverlays(props: PageOverlayProps) {
  return (
    <>
      <HighlightMarks {...props} />
      <SearchMarks {...props} />
      <SpokenOverlay {...props} />
      <NotKeptNote {...props} />
    </>
  )
}

/** Small parts at the end of the toolbar. */
export function ToolbarParts() {
  return (
    <>
      <FollowTool />
      <BookmarkButton />
      <NotesWhenOpen />
      <OfflineAttendant />
    </>
  )
}

export { FollowSwitch, OfflineStatus }
