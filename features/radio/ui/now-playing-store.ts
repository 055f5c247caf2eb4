import { createStore, type StoreApi, useStore } from 'zustand'
import { createEventStream } from './event-stream.ts'
import { type OnAir, builtInStreamPath, readOnAir, type SongOnAir } from './read-on-air.ts'
import { followStation, songAt, type SongTimeline } from './song-timeline.ts'
import { createStationClock } from '#ui/audio/station-clock.ts'

const address = '/api/radio/now-playing'
const pollMs = 30_000
const answerLimitMs = 10_000

/** Now-playing state as this visitor hears it. */
export type NowHeard = {
  /** Empty until the station has answered once. */
  stationName: string
  /** undefined until the station has answered once. */
  isOnline: boolean | undefined
  listeners: number | undefined
  song: SongOnAir | undefined
}

/** Condition for receiving pushed events instead of polling every 30 s: never, while the page is visible, or always. */
type Attention = 'off' | 'seen' | 'always'

/** Playback position of the visitor. */
type Ear = {
  /** The station's time when the stream was asked for, ms. */
  askedAtMs: number
  /** Time of the stream that was played, in milliseconds. */
  heardMs: () => number
}

const unknown: NowHeard = { stationName: '', isOnline: undefined, listeners: undefined, song: undefined }

/** Follows what is on the air, `nowHeard`; nothing is asked before somebody subscribes to it. */
export function createNowPlayingStore() {
  const clock = createStationClock()
  const store = createStore<NowHeard>(() => unknown)
  const stationRecovery = createStationRecovery()
  const returned = new Set<() => void>()
  let timeline: SongTimeline = []
  let latest: OnAir | undefined
  let ear: Ear | undefined
  let attention: Attention = 'off'
  let flipTimer: ReturnType<typeof setTimeout> | undefined
  let begun = false

  /** Takes in an answer; one that makes no sense changes nothing. */
  function applyAnswer(answer: unknown): void {
    const onAir = readOnAir(answer, clock.now())
    if (!onAir) return stationRecovery.fail()
    latest = onAir
    clock.sync(onAir.nowMs)
    timeline = followStation(timeline, onAir)
    flip()
    if (stationRecovery.isBack(onAir.isOnline)) returned.forEach((listener) => listener())
  }

  /** Shows what is heard now, and wakes up when that changes. */
  function flip(): void {
    clearTimeout(flipTimer)
    const { song, endsAtMs } = songAt(timeline, heardAtMs())
    // A station that fell silent is still heard to the end of what has arrived.
    const isHeard = ear !== undefined
    const next: NowHeard = latest
      ? {
          stationName: latest.stationName,
          isOnline: latest.isOnline || isHeard,
          listeners: latest.listeners,
          song: latest.current || isHeard ? song : undefined,
        }
      : unknown
    if (endsAtMs !== undefined) flipTimer = setTimeout(flip, Math.min(Math.max(endsAtMs - heardAtMs(), 100), pollMs))
    if (!isSameView(store.getState(), next)) store.setState(next, true)
  }

  /** The instant of the station's time that is heard now: with the radio off, the present. */
  function heardAtMs(): number {
    return ear ? ear.askedAtMs - (latest?.burstMs ?? 0) + ear.heardMs() : clock.now()
  }

  /** The station's time now, ms. */
  function stationNowMs(): number {
    return clock.now()
  }

  /** Returns the stream URL announced last, or that of our own station before the first announcement. */
  function streamAddress(): string {
    return latest?.streamAddress ?? builtInStreamPath
  }

  /** Sets the playback position; without one, the present is shown. */
  function listen(through: Ear | undefined, attentively: Attention): void {
    ear = through
    attention = attentively
    attendEvents()
    flip()
  }

  async function fetchNow(): Promise<void> {
    try {
      const answer = await fetch(address, { signal: AbortSignal.timeout(answerLimitMs), cache: 'no-store' })
      if (!answer.ok) return stationRecovery.fail()
      applyAnswer(await answer.json())
    } catch {
      stationRecovery.fail() // The previous info stays; the sound has its own line.
    }
  }

  const news = createEventStream({
    address: `${address}/events`,
    event: 'now-playing',
    onMessage: (data) => {
      try {
        applyAnswer(JSON.parse(data))
      } catch {
        stationRecovery.fail() // Half a message.
      }
    },
    onFailure: stationRecovery.fail,
  })

  function attendEvents(): void {
    news.want(attention === 'always' || (attention === 'seen' && document.visibilityState === 'visible'))
  }

  /** Asks at once and every 30 s; a hidden page that is silent waits until it is looked at. */
  function begin(): void {
    if (begun) return
    begun = true
    let askedAt = Number.NEGATIVE_INFINITY
    const fetchWhenDue = () => {
      if ((document.visibilityState === 'hidden' && attention === 'off') || performance.now() - askedAt < pollMs - 500)
        return
      askedAt = performance.now()
      void fetchNow()
    }
    fetchWhenDue()
    setInterval(fetchWhenDue, pollMs)
    document.addEventListener('visibilitychange', () => {
      fetchWhenDue()
      attendEvents()
    })
  }

  const nowHeard: StoreApi<NowHeard> = {
    ...store,
    subscribe(listener) {
      begin()
      return store.subscribe(listener)
    },
  }

  /** Called when an answer says that the station is back: there was none before it, or the station was off the air. */
  function onStationRecovery(listener: () => void): void {
    returned.add(listener)
  }

  return { nowHeard, listen, heardAtMs, stationNowMs, streamAddress, onStationRecovery }
}

function isSameView(one: NowHeard, other: NowHeard): boolean {
  return (
    one.stationName === other.stationName &&
    one.isOnline === other.isOnline &&
    one.listeners === other.listeners &&
    JSON.stringify(one.song) === JSON.stringify(other.song)
  )
}

/** Store of what this tab knows of the station. */
export const { nowHeard, listen, heardAtMs, stationNowMs, streamAddress, onStationRecovery } = createNowPlayingStore()

/** Returns the now-playing state as this visitor hears it. */
export function useNowHeard(): NowHeard {
  return useStore(nowHeard)
}

/** Returns whether a song of this artist is playing; re-renders only when that changes. */
export function useIsOnAir(artistPath: string): boolean {
  return useStore(nowHeard, ({ isOnline, song }) => isOnline === true && song?.artistPath === artistPath)
}

/** Detects when the station is reachable or on air again. */
type StationRecovery = {
  /** Nothing came, or nothing that makes sense. */
  fail(): void
  /** @returns Whether this is news: the first answer after a failed one, or the station went on the air. */
  isBack(isOnline: boolean): boolean
}

/** Creates a recovery detector; unchanged responses are not reported, so the stream keeps its own retry delays. */
function createStationRecovery(): StationRecovery {
  let hasFailed = false
  let wasOnline: boolean | undefined
  return {
    fail() {
      hasFailed = true
    },
    isBack(isOnline) {
      const isNews = hasFailed || (wasOnline === false && isOnline)
      hasFailed = false
      wasOnline = isOnline
      return isNews
    },
  }
}
