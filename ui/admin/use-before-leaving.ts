import { useEffect, useRef } from 'react'
import { type BlockerFunction, useBlocker } from 'react-router'

const leavesPage: BlockerFunction = ({ currentLocation, nextLocation }) =>
  currentLocation.pathname !== nextLocation.pathname

/** Unsaved work on the page. `agree` ends its questions until `stay` is called. */
type UnsavedWork = { question: string; agree(): void; stay(): void }

const unsaved = new Set<UnsavedWork>()

/**
 * Asks for confirmation before unsaved work is lost: on links and forms of the site, and when the window closes.
 *
 * @param options.isNeeded True while something would be lost.
 * @param options.question Question about a link or form; browsers ask their own question when the window closes.
 * @param options.loses Returns whether a navigation loses it; by default, one to another page.
 * @param options.onLeave Called when the visitor agrees to lose it.
 */
export function useBeforeLeaving(options: {
  isNeeded: boolean
  question: string
  loses?: BlockerFunction
  onLeave?: () => void
}): void {
  const { isNeeded, question, loses = leavesPage, onLeave } = options
  const hasAgreed = useRef(false)
  const blocker = useBlocker((navigation) => isNeeded && !hasAgreed.current && loses(navigation))
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    if (confirm(question)) {
      onLeave?.()
      blocker.proceed()
    } else blocker.reset()
    // Asked once for each navigation.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [blocker])
  useEffect(() => {
    if (!isNeeded) return
    const work: UnsavedWork = {
      question,
      agree() {
        hasAgreed.current = true
        onLeave?.()
      },
      stay: () => (hasAgreed.current = false),
    }
    const onBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    unsaved.add(work)
    addEventListener('beforeunload', onBeforeUnload)
    return () => {
      unsaved.delete(work)
      removeEventListener('beforeunload', onBeforeUnload)
    }
  }, [isNeeded, question, onLeave])
}

/**
 * Asks before something that cannot be taken back, such as signing out, leads away from unsaved work.
 *
 * @returns Undefined if the visitor stays. Otherwise, leaving asks no more until the returned function is called.
 */
export function confirmLeaving(): (() => void) | undefined {
  const works = [...unsaved]
  if (!works.every(({ question }) => confirm(question))) return undefined
  for (const work of works) work.agree()
  return () => {
    for (const work of works) work.stay()
  }
}
