import type { SourceHandle } from '#ui/audio/speaker.ts'
import type { PlayerMessage } from './youtube-messages.ts'

type PlayerState = Extract<PlayerMessage, { kind: 'state' }>['state']

/** Where a browser cannot send presses: what begins this soon after we stopped it was under way in the player. */
const quietMs = 1_500

type Deps = {
  source: Pick<SourceHandle, 'play' | 'pause' | 'ended'>
  isOwner(): boolean
  /** Whether somebody has just pressed something inside the player; undefined where the browser cannot send. */
  isPressed(): boolean | undefined
  send(act: 'playVideo' | 'pauseVideo'): void
}

/** Keeps a player that can be pressed by itself, and answers late, in step with the speaker. */
export function createPlayerSync({ source, isOwner, isPressed, send }: Deps) {
  let isReady = false
  let isPlaying = false
  // The film begins by itself when it has come, unless something else was played meanwhile.
  let isWanted = true
  let quietUntil = 0
  /** Somebody asked for it since it stopped, inside or by keys; what plays without that began late or by itself. */
  let isCalled = false

  function stop(): void {
    isWanted = false
    isCalled = false
    quietUntil = performance.now() + quietMs
    if (isReady) send('pauseVideo')
  }

  return {
    /** The speaker is the film's. */
    start(): void {
      isWanted = true
      quietUntil = 0
      if (isReady && !isPlaying) send('playVideo')
    },
    /** It is not, or no longer. */
    stop,
    /** Keys and the system's media controls. */
    toggle(): void {
      if (!isReady) return
      isCalled = !isPlaying
      send(isPlaying ? 'pauseVideo' : 'playVideo')
    },
    /** The player answered for the first time; nothing is told to it before. */
    ready(): void {
      isReady = true
      if (!isWanted) stop()
    },
    /** The player says what it does. Waiting for data and the like change nothing: it goes on with what it did. */
    hear(state: PlayerState): void {
      const pressed = isPressed()
      // A press waits for data first, and that may take longer than the browser remembers the press.
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
      // Last, for letting go of the speaker stops what has stopped already: whatever plays from here on was pressed.
      quietUntil = 0
    },
  }
}
