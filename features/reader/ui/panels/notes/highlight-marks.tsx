import type { PageOverlayProps } from '../../companion.ts'
import { useReader } from '../../reader-context.tsx'
import { PageBoxes } from '../page-boxes.tsx'
import { useNotes } from './book-notes.ts'
import { boxesBetween } from './line-boxes.ts'
import { editionAsRead } from './annotation.ts'

/** What was highlighted on this page. */
export function HighlightMarks({ page, lines }: PageOverlayProps) {
  const { annotations } = useNotes()
  const edition = useReader((state) => state.manifest && editionAsRead(state.manifest.edition))
  if (lines.length === 0) return null
  const shown = annotations.filter((one) => one.kind === 'highlight' && one.page === page && one.edition === edition && !one.isMoved)
  return shown.map(({ id, start, end }) => <PageBoxes key={id} boxes={boxesBetween(lines, start, end)} kind="highlight" />)
}
