import { useEffect, useRef, useState } from 'react'
import { addSource, type SourceHandle, speaker } from '#ui/audio/speaker.ts'
import { roomCheckPath } from '#features/venue/venue-addresses.ts'
import type { RoomCheck } from '#features/venue/contract.ts'
import { canDraw } from './hall/device.ts'

/** Time limit for the room to load. */
export const openTimeoutMs = 8_000

/** Reason why the room was closed or not opened. */
export type Reason = 'slow' | 'offline' | 'cannot-draw' | 'taken' | Exclude<RoomCheck, 'open'>

/** State of the room; `outside` means it is not mounted. */
export type RoomState = { at: 'outside'; reason?: Reason } | { at: 'opening' } | { at: 'inside' }

/**
 * Opens and closes the room. The room is the active audio source while it is open: other audio is paused, and other
 * audio that starts closes the room, because a frame of another site cannot be muted.
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

  // The message about the lost connection is no longer true once it is back.
  useEffect(() => {
    const forget = () =>
      setState((before) => (before.at === 'outside' && before.reason === 'offline' ? { at: 'outside' } : before))
    window.addEventListener('online', forget)
    return () => window.removeEventListener('online', forget)
  }, [])

  const isOpening = state.at === 'opening'
  useEffect(() => {
    if (!isOpening) return undefined
    const timer = setTimeout(() => close('slow'), openTimeoutMs)
    return () => clearTimeout(timer)
  }, [isOpening])

  // A refused frame looks like a loaded one, so the server's check applies while the room is open.
  const isIn = state.at !== 'outside'
  useEffect(() => {
    if (!isIn) return undefined
    const request = new AbortController()
    void fetchRoomCheck(request.signal).then((check) => {
      if (check === 'refuses' || check === 'down') close(check)
    })
    return () => request.abort()
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
    /** Stops all audio here, because the room opens in another tab. */
    openElsewhere() {
      isLeaving.current = true
      speaker.quiet()
    },
  }
}

/** Fetches the server's check of the room; undefined on failure, in which case the frame is tried anyway. */
async function fetchRoomCheck(signal: AbortSignal): Promise<RoomCheck | undefined> {
  try {
    const answer = await fetch(roomCheckPath, { signal })
    return answer.ok ? ((await answer.json()) as { check: RoomCheck }).check : undefined
  } catch {
    return undefined
  }
}
