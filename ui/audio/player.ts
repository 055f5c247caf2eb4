import { useEffect, useState, useSyncExternalStore } from 'react'
import { loadingError, type PlayerError, playbackError, startError } from './player-errors.ts'
import { addSource, type OneShot, type SourceHandle, type SourceKind } from './speaker.ts'

/** State of a player. `loading` includes buffering; `paused` does not tell who paused. */
export type PlayerState = 'idle' | 'loading' | 'playing' | 'paused' | 'ended' | 'error'

/** View of a player. `volume` is 0–1, `rate` 1 at natural speed; `error` is set in the state `error`. */
export type PlayerView = {
  state: PlayerState
  error: PlayerError | undefined
  positionSeconds: number
  durationSeconds: number
  volume: number
  isMuted: boolean
  rate: number
}

/**
 * One recording: what it is called, where its sound comes from, and its length as long as the sound itself has not
 * told.
 */
export type PlayerRecording = { title: string; src: string; durationSeconds: number }

/** Options of a player. */
export type PlayerOptions = PlayerRecording & {
  /** Names the same thing in every tab. */
  id: string
  kind: SourceKind
  /** Played in the gap before the radio comes back. */
  endEffect?: OneShot
  /** Called inside the gesture, before the sound is asked for. */
  onStart?(element: HTMLAudioElement): void
  /** Called when the state changes and after a seek: for the system's media controls. */
  announce?(view: PlayerView, recording: PlayerRecording): void
  /**
   * Called at a recording's end, before the speaker hears of it.
   *
   * @returns true to keep the speaker for what follows: the state is `loading` until `play()` or `pause()`.
   */
  onEnded?(): boolean
  /**
   * Called instead of showing an error when the browser wants the visitor to press play first; the state is `paused`.
   */
  onBlocked?(): void
  /** For the system's buttons, where there is something to go on to and back to. */
  next?(): void
  previous?(): void
}

/** One media element with its states, a source of the speaker. */
export type Player = {
  getView(): PlayerView
  subscribe(onChange: () => void): () => void
  /** Joins the speaker. @returns Leaves it, silent from then on. */
  attach(): () => void
  toggle(): void
  play(): void
  pause(): void
  /** @param seconds Clamped to the recording. */
  seekTo(seconds: number): void
  seekBy(seconds: number): void
  /** @param volume 0–1, clamped; anything above 0 unmutes. */
  setVolume(volume: number): void
  toggleMute(): void
  /** @param rate 0.5–3, clamped; the pitch stays. */
  setRate(rate: number): void
  /** Sets the audible share of the volume, 0–1; the volume setting stays. */
  setFade(share: number): void
  /**
   * Goes to another recording with the same element, silent until `play()`.
   *
   * @param atSeconds Where it will begin; the beginning when left out.
   */
  change(recording: PlayerRecording, atSeconds?: number): void
}

const defaultVolume = 0.8

/** Limits of the playback rate. */
export const rateLimits = { min: 0.5, max: 3 }

/** Creates a player; it loads nothing before playback. */
export function createPlayer(options: PlayerOptions): Player {
  const { id, kind, endEffect, onStart, announce, onEnded, onBlocked, next, previous, ...first } = options
  let recording: PlayerRecording = first
  let element: HTMLAudioElement | undefined
  let handle: SourceHandle | undefined
  let view = freshView(recording)
  let fade = 1
  /** Seek target; until the element reaches it, its clock is ignored. */
  let destination: number | undefined
  const listeners = new Set<() => void>()

  const update = (change: Partial<PlayerView>, isNews = 'state' in change) => {
    view = { ...view, ...change }
    listeners.forEach((listener) => listener())
    if (isNews) announce?.(view, recording)
  }
  const isWanted = () => view.state === 'loading' || view.state === 'playing'
  const fail = (error: PlayerError) => {
    update({ state: 'error', error })
    handle?.failed()
  }
  const silence = () => {
    if (isWanted()) update({ state: 'paused' })
    element?.pause()
  }

  function prepare(): HTMLAudioElement {
    const audio = (element ??= listenTo(new Audio()))
    if (!audio.hasAttribute('src') || view.state === 'error') {
      audio.src = recording.src
      audio.volume = view.volume * fade
      audio.muted = view.isMuted
      // Loading sets the rate back to the default one.
      Object.assign(audio, { defaultPlaybackRate: view.rate, playbackRate: view.rate, preservesPitch: true })
      // Before anything is loaded this is where it will begin.
      if (view.positionSeconds > 0) audio.currentTime = destination = view.positionSeconds
    }
    return audio
  }

  /** The speaker calls this, inside the gesture when there is one. */
  async function begin(): Promise<void> {
    let audio: HTMLAudioElement
    let begun: Promise<void>
    try {
      audio = prepare()
      update({ state: 'loading', error: undefined })
      onStart?.(audio)
      begun = audio.play()
    } catch (error) {
      fail(startError(error))
      return
    }
    try {
      await begun
    } catch (error) {
      // Interrupted by a pause or another recording: nobody has to know.
      if (error instanceof Error && error.name === 'AbortError') return
      // The element's own error, which comes as an event, says it better.
      if (audio.error || !isWanted()) return
      if (onBlocked && error instanceof Error && error.name === 'NotAllowedError') {
        update({ state: 'paused' })
        handle?.failed()
        onBlocked()
      } else fail(playbackError(error))
    }
  }

  function listenTo(audio: HTMLAudioElement): HTMLAudioElement {
    const on = (type: string, act: () => void) => audio.addEventListener(type, () => audio === element && act())
    on('playing', () => isWanted() && update({ state: 'playing' }))
    on('waiting', () => view.state === 'playing' && update({ state: 'loading' }))
    // Some browsers forget where to begin as soon as they know the recording.
    on('loadedmetadata', () => {
      if (destination !== undefined && audio.currentTime < destination - 1) audio.currentTime = destination
    })
    on('seeked', () => (destination = undefined))
    on('timeupdate', () => {
      if (
        audio.readyState === 0 ||
        (destination !== undefined && Math.abs(audio.currentTime - destination) > arrivalSeconds)
      )
        return
      destination = undefined
      update({ positionSeconds: Math.min(audio.currentTime, view.durationSeconds) })
    })
    on(
      'durationchange',
      () => isFarFrom(audio.duration, view.durationSeconds) && update({ durationSeconds: audio.duration }),
    )
    on('pause', () => {
      // Not our doing, so the visitor's: a headset was unplugged, a key of the system pressed.
      // The event comes late: what plays again by then was not paused by anybody else.
      if (!isWanted() || !audio.paused || audio.ended || audio.error) return
      update({ state: 'paused' })
      handle?.pause()
    })
    on('ended', () => {
      const goesOn = onEnded?.() ?? false
      update({ state: goesOn ? 'loading' : 'ended', positionSeconds: view.durationSeconds })
      if (!goesOn) handle?.ended(endEffect)
    })
    on('error', () => audio.hasAttribute('src') && fail(loadingError(audio.error?.code)))
    return audio
  }

  const player: Player = {
    getView: () => view,
    subscribe(onChange) {
      listeners.add(onChange)
      return () => listeners.delete(onChange)
    },
    attach() {
      const { toggle, toggleMute, seekBy } = player
      const nudgeVolume = (by: number) => player.setVolume(view.volume + by)
      const abilities = { canSeek: true, returns: false }
      const controls = { toggle, toggleMute, nudgeVolume, seekBy, next, previous }
      const own = addSource({ id, kind, abilities, controls, start: begin, stop: silence })
      handle = own
      return () => {
        silence()
        own.dispose()
        element?.removeAttribute('src')
        element?.load()
        element = undefined
        view = freshView(recording)
      }
    },
    toggle: () => (isWanted() ? player.pause() : player.play()),
    play: () => handle?.play(),
    pause() {
      silence()
      handle?.pause()
    },
    seekTo(seconds) {
      const positionSeconds = Math.min(view.durationSeconds, Math.max(0, seconds))
      if (element?.hasAttribute('src')) element.currentTime = destination = positionSeconds
      update(view.state === 'ended' ? { positionSeconds, state: 'paused' } : { positionSeconds }, true)
    },
    seekBy: (seconds) => player.seekTo(view.positionSeconds + seconds),
    setVolume(wanted) {
      const volume = Math.min(1, Math.max(0, wanted))
      const isMuted = volume === 0 && view.isMuted
      if (element) Object.assign(element, { volume: volume * fade, muted: isMuted })
      update({ volume, isMuted })
    },
    toggleMute() {
      const isMuted = !view.isMuted
      if (element) element.muted = isMuted
      update({ isMuted })
    },
    setRate(wanted) {
      const rate = Math.min(rateLimits.max, Math.max(rateLimits.min, wanted))
      if (element) Object.assign(element, { defaultPlaybackRate: rate, playbackRate: rate })
      update({ rate }, true)
    },
    setFade(share) {
      fade = Math.min(1, Math.max(0, share))
      if (element) element.volume = view.volume * fade
    },
    change(next, atSeconds = 0) {
      if (isWanted()) player.pause()
      recording = next
      destination = undefined
      element?.removeAttribute('src')
      const { volume, isMuted, rate } = view
      update({ ...freshView(next), positionSeconds: atSeconds, volume, isMuted, rate })
    },
  }
  return player
}

/** Tolerance of a seek, since codecs divide audio into pieces. */
const arrivalSeconds = 1.5

// Browsers guess a length from the first bytes; where it is about what the catalogue says, the catalogue is right.
function isFarFrom(guess: number, known: number): boolean {
  return Number.isFinite(guess) && Math.abs(guess - known) > 2
}

function freshView({ durationSeconds }: PlayerRecording): PlayerView {
  return {
    state: 'idle',
    error: undefined,
    positionSeconds: 0,
    durationSeconds,
    volume: defaultVolume,
    isMuted: false,
    rate: 1,
  }
}

/** Creates a player for the lifetime of the component; later changes of the options are ignored. */
export function usePlayer(options: PlayerOptions): [PlayerView, Player] {
  const [player] = useState(() => createPlayer(options))
  useEffect(() => player.attach(), [player])
  return [useSyncExternalStore(player.subscribe, player.getView, player.getView), player]
}
