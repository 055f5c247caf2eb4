import type { SourceHandle } from '#ui/audio/speaker.ts'
import type { PlayerWord } from './youtube-talk.ts'

type PlayerState = Extract<PlayerWord, { kind: 'state' }>['state']

/** What begins this soon after we stopped it is no press inside the player, but what was under way there. */
const quietMs = 1_500

type Parts = {
  source: Pick<SourceHandle, 'play' | 'pause' | 'ended'>
  isOwner(): boolean
  tell(act: 'playVideo' | 'pauseVideo'): void
}

/** Keeps a player that can be pressed by itself, and answers late, in step with the speaker. */
export function createPlayerTurns({ source, isOwner, tell }: Parts) {
  let isReady = false
  let isPlaying = false
  // The film begins by itself when it has come, unless something else was played meanwhile.
  let isWanted = true
  let quietUntil = 0

  function stop(): void {
    isWanted = false
    quietUntil = performance.now() + quietMs
    if (isReady) tell('pauseVideo')
  }

  return {
    /** The speaker is the film's. */
    start(): void {
      isWanted = true
      quietUntil = 0
      if (isReady && !isPlaying) tell('playVideo')
    },
    /** It is not, or no longer. */
    stop,
    /** Keys and the system's media controls. */
    toggle(): void {
      if (isReady) tell(isPlaying ? 'pauseVideo' : 'playVideo')
    },
    /** The player answered for the first time; nothing is told to it before. */
    ready(): void {
      isReady = true
      if (!isWanted) stop()
    },
    /** The player says what it does. Waiting for data and the like change nothing: it goes on with what it did. */
    hear(state: PlayerState): void {
      if (state === 'other') return
      isPlaying = state === 'playing'
      if (isPlaying) {
        if (isOwner()) return
        if (performance.now() < quietUntil) tell('pauseVideo')
        else source.play()
        return
      }
      if (isOwner()) {
        if (state === 'paused') source.pause()
        else source.ended()
      }
      // Last, for letting go of the speaker stops what has stopped already: whatever plays from here on was pressed.
      quietUntil = 0
    },
  }
}
