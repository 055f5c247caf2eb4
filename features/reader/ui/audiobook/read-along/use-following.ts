import { useEffect, useRef } from 'react'
import { useReader, useReaderStore } from '../../state/reader-context.tsx'
import type { Listening } from '../listening/listening.ts'
import { useListeningView } from '../listening/use-listening.ts'
import { passageAt, passageOfLine } from './spoken-passages.ts'
import { useReadAlong } from './use-read-along.ts'

/** Keys that scroll pages. */
const movingKeys = new Set([
  'ArrowUp',
  'ArrowDown',
  'ArrowLeft',
  'ArrowRight',
  'PageUp',
  'PageDown',
  'Home',
  'End',
  ' ',
])

/** Scrolling to the narration takes a moment; a different page after that is the reader's choice. */
const arrivalMs = 1500

/**
 * Keeps the current passage in sight until the reader scrolls, and plays from a paragraph that is clicked.
 *
 * @param frame Contains the pages and their tools; events are handled once it exists.
 */
export function useFollowing(listening: Listening, frame: Element | null): void {
  const store = useReaderStore()
  const follow = useListeningView(listening, (view) => view.follow)
  const isPlaying = useListeningView(listening, ({ player }) => player.state === 'playing')
  const places = useReadAlong(follow !== 'off')
  const passage = useListeningView(listening, ({ chapter, player }) =>
    places ? passageAt(places.inFile(listening.chapters[chapter]!.file), player.positionSeconds) : undefined,
  )
  const isInSight = useReader(
    ({ visiblePages }) => !passage || visiblePages.length === 0 || visiblePages.includes(passage.page),
  )
  const scrolledAt = useRef(-Infinity)

  useEffect(() => {
    if (follow !== 'on' || !passage || !isPlaying) return
    scrolledAt.current = performance.now()
    if (store.getState().page !== passage.page) store.scrollTo(passage.page, passage.firstLine)
    // Shows the whole paragraph if there is room, and its beginning in any case.
    store.reveal(passage.page, passage.lastLine)
    store.reveal(passage.page, passage.firstLine)
  }, [store, follow, passage, isPlaying])

  useEffect(() => {
    if (follow !== 'on' || !isPlaying || isInSight) return
    const left = arrivalMs - (performance.now() - scrolledAt.current)
    const timer = setTimeout(() => listening.setFollow('suspended'), Math.max(0, left))
    return () => clearTimeout(timer)
  }, [listening, follow, isPlaying, isInSight])

  useEffect(() => {
    if (!frame || follow !== 'on') return
    const onManualScroll = (event: Event) => isAmongPages(event) && listening.setFollow('suspended')
    const onKey = (event: Event) => movingKeys.has((event as KeyboardEvent).key) && onManualScroll(event)
    frame.addEventListener('wheel', onManualScroll, { passive: true })
    frame.addEventListener('touchmove', onManualScroll, { passive: true })
    frame.addEventListener('keydown', onKey)
    return () => {
      frame.removeEventListener('wheel', onManualScroll)
      frame.removeEventListener('touchmove', onManualScroll)
      frame.removeEventListener('keydown', onKey)
    }
  }, [listening, frame, follow])

  const isFollowing = follow !== 'off'
  useEffect(() => {
    if (!isFollowing || !places) return
    return store.onLineClick(({ page, line }) => {
      const place = passageOfLine(places.onPage(page), line)
      if (place) playFrom(listening, place)
    })
  }, [store, listening, places, isFollowing])
}

/** Plays from a passage, with the pages following again. */
export function playFrom(listening: Listening, { file, startSeconds }: { file: string; startSeconds: number }): void {
  const index = listening.chapters.findIndex((chapter) => chapter.file === file)
  if (index < 0) return
  listening.setFollow('on')
  listening.play(index, startSeconds)
}

// Keys on a button press it instead.
function isAmongPages({ target }: Event): boolean {
  return target instanceof Element && target.closest('[data-pages]') !== null && !target.closest('button,a')
}
