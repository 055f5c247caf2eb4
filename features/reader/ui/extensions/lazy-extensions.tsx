import type { PageOverlayProps } from '../state/page-text.ts'
import { FollowSwitch, FollowTool } from '../audiobook/read-along/follow-tool.tsx'
import { SpokenOverlay } from '../audiobook/read-along/spoken-overlay.tsx'
import { OfflineSync } from '../offline/offline-sync.ts'
import { OfflineStatus } from '../offline/offline-status.tsx'
import { Suspense, useEffect } from 'react'
import { useReader, useReaderStore } from '../state/reader-context.tsx'
import { loadAllPanels, NotesController } from './lazy-panels.ts'
import { useNotes, useNoteActions } from '../panels/notes/book-notes.ts'
import { boxesBetween, type PageBox } from '../panels/line-boxes.ts'
import { editionAsRead } from '../panels/notes/annotation.ts'
import { CloudOff, Bookmark } from 'lucide-react'
import { useTranslations } from 'use-intl/react'
import { useOnline } from '#ui/use-online.ts'
import { useOffline } from '../offline/use-offline.ts'
import { useSearch } from '../panels/search/book-search.ts'
import { boxesOfHit } from '../panels/search/hit-boxes.ts'
import { classNames } from '#ui/class-names.ts'
import { ToolButton } from '#ui/tool-button.tsx'
import { newBookmark } from '../panels/notes/make-annotation.ts'

const boxStyles = {
  highlight: 'bg-live opacity-40',
  // Same style as in the list.
  found: 'border-b-2 border-live',
  chosen: 'bg-live opacity-60',
}

/** Boxes over a page's image, below its text. Hidden from screen readers: the panels list what they highlight. */
function PageBoxes({ boxes, kind }: { boxes: readonly PageBox[]; kind: keyof typeof boxStyles }) {
  // Blend modes keep print legible: multiplying does not darken dark print, screening does not lighten light print.
  const isNight = useReader((state) => state.theme === 'night')
  return boxes.map((box, index) => (
    <div
      key={index}
      aria-hidden="true"
      data-highlight={kind}
      className={classNames(
        'pointer-events-none absolute',
        boxStyles[kind],
        isNight ? 'mix-blend-screen' : 'mix-blend-multiply',
      )}
      style={{
        left: `${box.x * 100}%`,
        top: `${box.y * 100}%`,
        width: `${box.width * 100}%`,
        height: `${box.height * 100}%`,
      }}
    />
  ))
}

/** Delay in milliseconds before further code is loaded, so that it does not slow down the first interaction. */
const afterOpeningMs = 1000

/** Loaded once there are pages. */
function NotesWhenOpen() {
  const isOpen = useReader((state) => state.loadedPages > 0)
  // Preloads panels, so that keys typed after pressing / are not lost.
  useEffect(() => {
    if (!isOpen) return
    const timer = setTimeout(() => loadAllPanels().catch(() => undefined), afterOpeningMs)
    return () => clearTimeout(timer)
  }, [isOpen])
  return <Suspense>{isOpen ? <NotesController /> : null}</Suspense>
}

/* Contains everything that is not needed before the first page, in one chunk that is loaded after it. */

/** Rendered inside every visible page, over its image and below its text. */
export function PageOverlays(props: PageOverlayProps) {
  return (
    <>
      <Highlights {...props} />
      <SearchHighlights {...props} />
      <SpokenOverlay {...props} />
      <NotSavedMessage {...props} />
    </>
  )
}

/** Small parts at the end of the toolbar. */
export function ToolbarExtras() {
  return (
    <>
      <FollowTool />
      <BookmarkButton />
      <NotesWhenOpen />
      <OfflineSync loadCode={loadAllPanels} />
    </>
  )
}

export { FollowSwitch, OfflineStatus }

/** Highlights of this page. */
function Highlights({ page, lines }: PageOverlayProps) {
  const { annotations } = useNotes()
  const edition = useReader((state) => state.manifest && editionAsRead(state.manifest.edition))
  if (lines.length === 0) return null
  const shown = annotations.filter(
    (one) => one.kind === 'highlight' && one.page === page && one.edition === edition && !one.isMoved,
  )
  return shown.map(({ id, start, end }) => (
    <PageBoxes key={id} boxes={boxesBetween(lines, start, end)} kind="highlight" />
  ))
}

/** Explains why a page that is not saved on this device is missing. */
function NotSavedMessage({ page, lines }: PageOverlayProps) {
  const t = useTranslations('reader.offline')
  const isOnline = useOnline()
  const isSaved = useOffline((view) => view.pages.includes(page))
  // Loaded text means that the image was loaded too, before the connection was lost.
  if (isOnline || isSaved || lines.length > 0) return null
  return (
    <div className="absolute inset-0 z-20 flex flex-col justify-center bg-plate-raised">
      {/* Stays in the middle of the visible part of a tall page. */}
      <div className="sticky top-[30%] bottom-[30%] flex flex-col items-center gap-4 px-6 text-center text-sand">
        <CloudOff size={28} className="text-dust" />
        <p className="title">{t('notSaved')}</p>
        <p className="text-dust">{t('notSavedHint', { page: String(page) })}</p>
      </div>
    </div>
  )
}

/**
 * Search hits on this page, with the chosen one emphasized. They disappear with the search panel, unless it closed to
 * show one.
 */
function SearchHighlights({ page, lines }: PageOverlayProps) {
  const phase = useSearch((view) => view.phase)
  const chosen = useSearch((view) => view.chosen)
  const persists = useSearch((view) => view.persists)
  const isOpen = useReader((state) => state.panel === 'search')
  if (phase.kind !== 'found' || lines.length === 0) return null
  const hits = phase.reply.hits.map((hit, index) => ({ hit, isChosen: index === chosen }))
  const shown = hits.filter(
    ({ hit, isChosen }) => hit.page === page && !hit.isLocked && (isOpen || (isChosen && persists)),
  )
  const found = shown.filter(({ isChosen }) => !isChosen).flatMap(({ hit }) => boxesOfHit(lines, hit))
  const here = shown.filter(({ isChosen }) => isChosen).flatMap(({ hit }) => boxesOfHit(lines, hit))
  return (
    <>
      <PageBoxes boxes={found} kind="found" />
      <PageBoxes boxes={here} kind="chosen" />
    </>
  )
}

/** Adds or removes a bookmark for the current page. */
function BookmarkButton() {
  const t = useTranslations('reader.tools')
  const reader = useReaderStore()
  const page = useReader((state) => state.page)
  const isLocked = useReader((state) => page > (state.manifest?.readablePages ?? page))
  const isOpen = useReader((state) => state.status !== 'idle' && page <= (state.manifest?.readablePages ?? 0))
  const { annotations } = useNotes()
  const actions = useNoteActions()
  const bookmarks = annotations.filter((one) => one.kind === 'bookmark' && one.page === page && !one.isMoved)
  const isBookmarked = bookmarks.length > 0

  async function toggle() {
    if (isBookmarked) return bookmarks.forEach(({ id }) => actions.remove(id))
    const edition = reader.getState().manifest?.edition
    if (!edition) return
    // Without its text the page is bookmarked by number.
    const lines = await reader.text(page).then(
      (text) => text.lines,
      () => [],
    )
    actions.add(newBookmark(page, lines, editionAsRead(edition)))
  }

  return (
    <ToolButton
      Icon={Bookmark}
      label={
        isBookmarked
          ? t('removeBookmark')
          : isLocked
            ? t('lockedBookmark', { page: String(page) })
            : t('bookmark', { page: String(page) })
      }
      isPressed={isBookmarked}
      className="aria-pressed:[&_svg]:fill-current"
      disabled={!isOpen}
      onClick={() => void toggle()}
    />
  )
}
