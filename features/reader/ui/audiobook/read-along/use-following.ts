import { useEffect, useRef } from 'react'
import { useReader, useReaderStore } from '../../reader-context.tsx'
import type { Listening } from '../listening/listening.ts'
import { useHeard } from '../listening/use-listening.ts'
import { placeAt, placeOfLine } from './spoken-passages.ts'
import { useReadAlong } from './use-read-along.ts'

/** Keys that move pages. */
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

/** Pages take a moment to get where the voice is; after that, what is in sight is the reader's choice. */
const arrivalMs = 1500

/**
 * Keeps what is said in sight, until the reader moves the pages by hand; lets a click on a paragraph play from there.
 *
 * @param frame Holds the pages and their tools; nothing is listened to before it is there.
 */
export function useFollowing(listening: Listening, frame: Element | null): void {
  const store = useReaderStore()
  const follow = useHeard(listening, (view) => view.follow)
  const isPlaying = useHeard(listening, ({ player }) => player.state === 'playing')
  const places = useReadAlong(follow !== 'off')
  const said = useHeard(listening, ({ chapter, player }) =>
    places ? placeAt(places.inFile(listening.chapters[chapter]!.file), player.positionSeconds) : undefined,
  )
  const isInSight = useReader(
    ({ visiblePages }) => !said || visiblePages.length === 0 || visiblePages.includes(said.page),
  )
  const wentAt = useRef(-Infinity)

  useEffect(() => {
    if (follow !== 'on' || !said || !isPlaying) return
    wentAt.current = performance.now()
    if (store.getState().page !== said.page) store.scrollTo(said.page, said.firstLine)
    // All of the paragraph where there is room for it, and its beginning in any case.
    store.reveal(said.page, said.lastLine)
    store.reveal(said.page, said.firstLine)
  }, [store, follow, said, isPlaying])

  useEffect(() => {
    if (follow !== 'on' || !isPlaying || isInSight) return
    const left = arrivalMs - (performance.now() - wentAt.current)
    const timer = setTimeout(() => listening.setFollow('suspended'), Math.max(0, left))
    return () => clearTimeout(timer)
  }, [listening, follow, isPlaying, isInSight])

  useEffect(() => {
    if (!frame || follow !== 'on') return
    const onHand = (event: Event) => isAmongPages(event) && listening.setFollow('suspended')
    const onKey = (event: Event) => movingKeys.has((event as KeyboardEvent).key) && onHand(event)
    frame.addEventListener('wheel', onHand, { passive: true })
    frame.addEventListener('touchmove', onHand, { passive: true })
    frame.addEventListener('keydown', onKey)
    return () => {
      frame.removeEventListener('wheel', onHand)
      frame.removeEventListener('touchmove', onHand)
      frame.removeEventListener('keydown', onKey)
    }
  }, [listening, frame, follow])

  const isFollowing = follow !== 'off'
  useEffect(() => {
    if (!isFollowing || !places) return
    return store.onLineClick(({ page, line }) => {
      const place = placeOfLine(places.onPage(page), line)
      if (place) playFrom(listening, place)
    })
  }, [store, listening, places, isFollowing])
}

/** Plays from a place of the text, with the pages at the voice again. */
export function playFrom(listening: Listening, { file, startSeconds }: { file: string; startSeconds: number }): void {
  const index = listening.chapters.findIndex((chapter) => chapter.file === file)
  if (index < 0) return
  listening.setFollow('on')
  listening.play(index, startSeconds)
}

// Keys on a button press it.
function isAmongPages({ target }: Event): boolean {
  return target instanceof Element && target.closest('[data-pages]') !== null && !target.closest('button,a')
}
