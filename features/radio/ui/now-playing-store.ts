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
  /** Empty until the station has responded once. */
  stationName: string
  /** Undefined until the station has responded once. */
  isOnline: boolean | undefined
  listeners: number | undefined
  song: SongOnAir | undefined
}

/** Condition for receiving pushed events instead of polling every 30 s: never, while the page is visible, or always. */
type Attention = 'off' | 'seen' | 'always'

/** Playback position of the visitor. */
type Ear = {
  /** Station time of the stream request, in milliseconds. */
  askedAtMs: number
  /** Time of the stream that was played, in milliseconds. */
  heardMs: () => number
}

const unknown: NowHeard = { stationName: '', isOnline: undefined, listeners: undefined, song: undefined }

/** Creates the store of now-playing information; makes no requests before the first subscription. */
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

  /** Applies a response; an invalid one changes nothing. */
  function applyAnswer(answer: unknown): void {
    const onAir = readOnAir(answer, clock.now())
    if (!onAir) return stationRecovery.fail()
    latest = onAir
    clock.sync(onAir.nowMs)
    timeline = followStation(timeline, onAir)
    flip()
    if (stationRecovery.isBack(onAir.isOnline)) returned.forEach((listener) => listener())
  }

  /** Updates the song that is heard, and schedules the next update. */
  function flip(): void {
    clearTimeout(flipTimer)
    const { song, endsAtMs } = songAt(timeline, heardAtMs())
    // When the station goes off air, buffered audio is still heard to its end.
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

  /** Returns the station time that is heard now; with the radio off, the present. */
  function heardAtMs(): number {
    return ear ? ear.askedAtMs - (latest?.burstMs ?? 0) + ear.heardMs() : clock.now()
  }

  /** Returns the current station time in milliseconds. */
  function stationNowMs(): number {
    return clock.now()
  }

  /** Returns the last announced stream URL, or that of the built-in station before the first announcement. */
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
      stationRecovery.fail() // The previous information stays; the audio has its own connection.
    }
  }

  const news = createEventStream({
    address: `${address}/events`,
    event: 'now-playing',
    onMessage: (data) => {
      try {
        applyAnswer(JSON.parse(data))
      } catch {
        stationRecovery.fail() // The message is incomplete.
      }
    },
    onFailure: stationRecovery.fail,
  })

  function attendEvents(): void {
    news.want(attention === 'always' || (attention === 'seen' && document.visibilityState === 'visible'))
  }

  /** Polls at once and then every 30 s; a hidden page without audio waits until it is visible. */
  function begin(): void {
    if (begun) return
    begun = true
    let requestedAtMs = Number.NEGATIVE_INFINITY
    const fetchWhenDue = () => {
      if (
        (document.visibilityState === 'hidden' && attention === 'off') ||
        performance.now() - requestedAtMs < pollMs - 500
      )
        return
      requestedAtMs = performance.now()
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

  /** Registers a listener for the recovery of the station: the last response failed, or the station was off air. */
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

/** Now-playing information of this tab. */
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
  /** Records that there was no response, or an invalid one. */
  fail(): void
  /** @returns Whether the station recovered: the first response after a failed one, or the station went on air. */
  isBack(isOnline: boolean): boolean
}

/** Creates a recovery detector. Unchanged responses are not reported, so that the stream keeps its own retry delays. */
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
