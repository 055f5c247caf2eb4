import { useEffect, useRef, useState } from 'react'
import { addSource, type SourceHandle, speaker } from '#ui/audio/speaker.ts'
import { roomCheckPath } from '#features/venue/venue-addresses.ts'
import type { RoomCheck } from '#features/venue/contract.ts'
import { canDraw } from './device.ts'

/** How long a room may take to answer before its frame gives way. */
export const openTimeoutMs = 8_000

/** Why a visitor is not in the room who wanted to be. */
export type Reason = 'slow' | 'offline' | 'cannot-draw' | 'taken' | Exclude<RoomCheck, 'open'>

/** Where the visitor is. Nothing of the room is on the page while `outside`. */
export type RoomState = { at: 'outside'; reason?: Reason } | { at: 'opening' } | { at: 'inside' }

/**
 * The way in and out. Being in the room means having the speaker: what sounded before waits until the visitor has left,
 * and whatever takes the speaker takes the visitor out, because a stranger's frame cannot be maxListed to be silent.
 */
export function useRoom() {
  const [state, setState] = useState<RoomState>({ at: 'outside' })
  const source = useRef<SourceHandle>(undefined)
  const isLeaving = useRef(false)

  useEffect(() => {
    const handle = addSource({
      id: 'venue',
      kind: 'venue',
      abilities: { canSeek: false, returns: false },
      start() {
        isLeaving.current = false
        setState({ at: 'opening' })
      },
      stop() {
        const reason = isLeaving.current ? {} : { reason: 'taken' as const }
        setState((before) => (before.at === 'outside' ? before : { at: 'outside', ...reason }))
      },
    })
    source.current = handle
    return handle.dispose
  }, [])

  const close = (reason: Reason) => {
    setState({ at: 'outside', reason })
    source.current?.failed()
  }

  const isOpening = state.at === 'opening'
  useEffect(() => {
    if (!isOpening) return undefined
    const timer = setTimeout(() => close('slow'), openTimeoutMs)
    return () => clearTimeout(timer)
  }, [isOpening])

  // A frame that was refused looks to its page like one that came, so what our server found out counts as long as the
  // visitor is in.
  const isIn = state.at !== 'outside'
  useEffect(() => {
    if (!isIn) return undefined
    const asking = new AbortController()
    void fetchRoomCheck(asking.signal).then((look) => {
      if (look === 'refuses' || look === 'down') close(look)
    })
    return () => asking.abort()
  }, [isIn])

  return {
    state,
    enter() {
      if (!navigator.onLine) return setState({ at: 'outside', reason: 'offline' })
      if (!canDraw()) return setState({ at: 'outside', reason: 'cannot-draw' })
      source.current?.play()
    },
    leave() {
      isLeaving.current = true
      source.current?.pause()
    },
    onFrameLoad: () => setState((before) => (before.at === 'opening' ? { at: 'inside' } : before)),
    /** The room opens elsewhere: here it must not sound too, and neither must anything else. */
    openElsewhere() {
      isLeaving.current = true
      speaker.quiet()
    },
  }
}

/** What our server found; nothing when it cannot be asked, and then the frame speaks for itself. */
async function fetchRoomCheck(signal: AbortSignal): Promise<RoomCheck | undefined> {
  try {
    const answer = await fetch(roomCheckPath, { signal })
    return answer.ok ? ((await answer.json()) as { look: RoomCheck }).look : undefined
  } catch {
    return undefined
  }
}
