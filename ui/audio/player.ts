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
 * A recording with its title, its address, and its duration until the media element knows it.
 */
export type PlayerRecording = { title: string; src: string; durationSeconds: number }

/** Options of a player. */
export type PlayerOptions = PlayerRecording & {
  /** Identifies the same recording in all tabs. */
  id: string
  kind: SourceKind
  /** One-shot played in the gap before the radio resumes. */
  endEffect?: OneShot
  /** Called inside the user gesture, before playback is requested. */
  onStart?(element: HTMLAudioElement): void
  /** Called when the state changes and after a seek: for the system's media controls. */
  announce?(view: PlayerView, recording: PlayerRecording): void
  /**
   * Called at the end of a recording, before the speaker is notified.
   *
   * @returns true to keep the speaker for what follows: the state is `loading` until `play()` or `pause()`.
   */
  onEnded?(): boolean
  /**
   * Called instead of showing an error when the browser wants the visitor to press play first; the state is `paused`.
   */
  onBlocked?(): void
  /** Handlers for the next and previous buttons of the system, if there is a next or previous recording. */
  next?(): void
  previous?(): void
}

/** A media element with its state; a source of the speaker. */
export type Player = {
  getView(): PlayerView
  subscribe(onChange: () => void): () => void
  /** Registers with the speaker. @returns A function that silences and unregisters the player. */
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
  /** Sets a gain of 0–1 that is multiplied with the volume; the volume setting does not change. */
  setFade(share: number): void
  /**
   * Switches to another recording with the same element; silent until `play()`.
   *
   * @param atSeconds Start position; by default the beginning.
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
      // Loading resets the rate to the default.
      Object.assign(audio, { defaultPlaybackRate: view.rate, playbackRate: view.rate, preservesPitch: true })
      // Before anything is loaded, this is the start position.
      if (view.positionSeconds > 0) audio.currentTime = destination = view.positionSeconds
    }
    return audio
  }

  /** Called by the speaker, inside the user gesture if there is one. */
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
      // Interrupted by a pause or by another recording, which is no error.
      if (error instanceof Error && error.name === 'AbortError') return
      // The element reports its error by an event with more detail.
      if (audio.error || !isWanted()) return
      if (onBlocked && error instanceof Error && error.name === 'NotAllowedError') {
        update({ state: 'paused' })
        handle?.failed()
        onBlocked()
      } else fail(playbackError(error))
    }
  }

  function listenTo(audio: HTMLAudioElement): HTMLAudioElement {
    const on = (type: string, run: () => void) => audio.addEventListener(type, () => audio === element && run())
    on('playing', () => isWanted() && update({ state: 'playing' }))
    on('waiting', () => view.state === 'playing' && update({ state: 'loading' }))
    // Some browsers reset the start position when the metadata arrives.
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
      // This player did not pause it, so the visitor did: a headset was unplugged, or a system key pressed.
      // The event is asynchronous; an element that plays again by then was not paused by anybody else.
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

// Browsers estimate the duration from the first bytes. If the estimate is close to the catalogue's duration, the latter
// is used.
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
