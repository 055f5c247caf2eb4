import type { PageOverlayProps } from '../../companion.ts'
import { useReader } from '../../reader-context.tsx'
import { PageBoxes } from '../page-boxes.tsx'
import { useSearch } from './book-search.ts'
import { boxesOfHit } from './hit-boxes.ts'

/** Words a search found on this page; the one that was gone to stands out. They go with the search's panel, unless it closed to show one. */
export function SearchMarks({ page, lines }: PageOverlayProps) {
  const phase = useSearch((view) => view.phase)
  const chosen = useSearch((view) => view.chosen)
  const outlasts = useSearch((view) => view.outlasts)
  const isOpen = useReader((state) => state.panel === 'search')
  if (phase.kind !== 'found' || lines.length === 0) return null
  const hits = phase.reply.hits.map((hit, index) => ({ hit, isChosen: index === chosen }))
  const shown = hits.filter(({ hit, isChosen }) => hit.page === page && !hit.isLocked && (isOpen || (isChosen && outlasts)))
  const found = shown.filter(({ isChosen }) => !isChosen).flatMap(({ hit }) => boxesOfHit(lines, hit))
  const here = shown.filter(({ isChosen }) => isChosen).flatMap(({ hit }) => boxesOfHit(lines, hit))
  return (
    <>
      <PageBoxes boxes={found} kind="found" />
      <PageBoxes boxes={here} kind="chosen" />
    </>
  )
}
