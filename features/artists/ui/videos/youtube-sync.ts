import type { SourceHandle } from '#ui/audio/speaker.ts'
import type { PlayerMessage } from './youtube-messages.ts'

type PlayerState = Extract<PlayerMessage, { kind: 'state' }>['state']

/**
 * For browsers that do not report clicks in frames: playback that starts this soon after a stop was already pending in
 * the player.
 */
const quietMs = 1_500

type Deps = {
  source: Pick<SourceHandle, 'play' | 'pause' | 'ended'>
  isOwner(): boolean
  /** Returns whether the visitor has just clicked inside the player; undefined if the browser does not report it. */
  isPressed(): boolean | undefined
  send(action: 'playVideo' | 'pauseVideo'): void
}

/** Keeps YouTube's player, which has its own controls and responds late, in sync with the audio arbiter. */
export function createPlayerSync({ source, isOwner, isPressed, send }: Deps) {
  let isReady = false
  let isPlaying = false
  // The video starts when it has loaded, unless other audio was started in the meantime.
  let isWanted = true
  let quietUntil = 0
  /**
   * True if the visitor has requested playback since the last stop, in the player or by keys; other playback started
   * late or by itself.
   */
  let isCalled = false

  function stop(): void {
    isWanted = false
    isCalled = false
    quietUntil = performance.now() + quietMs
    if (isReady) send('pauseVideo')
  }

  return {
    /** Called when the video becomes the active audio source. */
    start(): void {
      isWanted = true
      quietUntil = 0
      if (isReady && !isPlaying) send('playVideo')
    },
    /** Called when the video is no longer the active audio source. */
    stop,
    /** Called by keys and by the system's media controls. */
    toggle(): void {
      if (!isReady) return
      isCalled = !isPlaying
      send(isPlaying ? 'pauseVideo' : 'playVideo')
    },
    /** Called when the player has responded for the first time; no command is sent before. */
    ready(): void {
      isReady = true
      if (!isWanted) stop()
    },
    /** Handles a state of the player. Buffering and similar states do not change playback. */
    receive(state: PlayerState): void {
      const pressed = isPressed()
      // The player buffers after a click, which may last longer than the browser's user activation.
      if (pressed && !isOwner()) isCalled = true
      if (state === 'other') return
      isPlaying = state === 'playing'
      if (isPlaying) {
        if (isOwner()) return
        if (isCalled || (pressed === undefined && performance.now() >= quietUntil)) source.play()
        else send('pauseVideo')
        return
      }
      isCalled = false
      if (isOwner()) {
        if (state === 'paused') source.pause()
        else source.ended()
      }
      // Last, because releasing the audio stops the player again; playback after this was requested.
      quietUntil = 0
    },
  }
}
