import { createStore, type StoreApi } from 'zustand/vanilla'
import { loadSongLevels, type SongLevels } from '#ui/audio/song-levels.ts'
import { loudnessAt, type Spot, type Stage } from '#features/venue/hall/hall-rules.ts'
import { createVenueSource, type VenuePart } from './venue-source.ts'

/** State of the stage's sound: `off` by the visitor or because other audio plays, `blocked` by the browser. */
export type SoundStatus = 'on' | 'off' | 'blocked'

/** Maximum deviation of a recording, in seconds, before its position is set; all guests should hear the same. */
const maxDriftSeconds = 0.25
/** Smaller deviations are corrected by a slightly different speed. */
const correctedDriftSeconds = 0.04
const retryMs = 2_000
/** Factor for the stage's volume while a guest talks. */
const duckedShare = 0.25
const tickMs = 500

/**
 * Creates the audio of the stage: the stream of the station, or the recording of the set list at its shared position.
 * It shares a source of the audio arbiter with the voices of guests.
 *
 * @param options.element Audio element that was prepared in the visitor's gesture.
 * @param options.nowMs Clock of the site.
 */
export function createStageSound({
  element,
  nowMs,
  spot,
}: {
  element: HTMLAudioElement
  nowMs: () => number
  spot: () => Spot | undefined
}) {
  const status: StoreApi<SoundStatus> = createStore<SoundStatus>(() => 'off')
  let stage: Stage | undefined
  let previous: Stage | undefined
  let isWanted = false
  let askedAtMs = 0
  let retryTimer: ReturnType<typeof setTimeout> | undefined
  let isDucked = false
  const source = createVenueSource()
  let timer: ReturnType<typeof setInterval> | undefined
  let levels: { path: string; read: SongLevels | undefined } | undefined

  /** Returns the position within a recording of the set list, in seconds. */
  const positionSeconds = () => (stage ? (nowMs() - stage.startsAtMs) / 1000 : 0)

  async function begin(): Promise<void> {
    isWanted = true
    status.setState('on', true)
    if (!stage || stage.source === 'silent') return
    if (stage.source === 'station') {
      askedAtMs = nowMs()
      element.src = `${stage.audio}${stage.audio.includes('?') ? '&' : '?'}t=${Date.now().toString(36)}`
    } else {
      element.src = stage.audio
      element.currentTime = Math.max(0, positionSeconds())
    }
    element.playbackRate = 1
    applyVolume()
    await element.play()
  }

  function silence(): void {
    isWanted = false
    clearTimeout(retryTimer)
    element.pause()
    element.removeAttribute('src')
    element.load()
    if (status.getState() === 'on') status.setState('off', true)
  }

  const part: VenuePart = {
    async start() {
      try {
        await begin()
      } catch (error) {
        // Interrupted by the next audio of the stage.
        if (error instanceof Error && error.name === 'AbortError') return
        if (!isWanted) return
        if (error instanceof Error && error.name === 'NotAllowedError') {
          status.setState('blocked', true)
          throw error
        }
        retry()
      }
    },
    stop: silence,
  }

  function retry(): void {
    clearTimeout(retryTimer)
    if (isWanted) retryTimer = setTimeout(restart, retryMs)
  }

  function restart(): void {
    begin().catch((error: unknown) => {
      // Interrupted by the next audio of the stage.
      if (!(error instanceof Error && error.name === 'AbortError')) retry()
    })
  }

  function applyVolume(): void {
    const at = spot()
    // Phones that do not let pages set the volume play at full volume everywhere.
    if (at) element.volume = 0.9 * loudnessAt(at) * (isDucked ? duckedShare : 1)
  }

  function correctDrift(): void {
    if (stage?.source !== 'set-list' || element.paused || element.readyState < 2) return
    const drift = element.currentTime - positionSeconds()
    if (Math.abs(drift) > maxDriftSeconds) element.currentTime = Math.max(0, positionSeconds())
    element.playbackRate = Math.abs(drift) < correctedDriftSeconds ? 1 : drift > 0 ? 0.98 : 1.02
  }

  const onError = () => element.hasAttribute('src') && retry()
  // A stream ends when the server restarts, for example.
  const onEnded = () => stage?.source === 'station' && retry()
  const tick = () => {
    applyVolume()
    correctDrift()
  }

  function toggle(): void {
    if (isWanted) source.turnOff(part)
    else source.turnOn(part)
  }

  /** Returns the time that is heard now, by the clock of the site: a listener of the stream is a few seconds behind. */
  function heardAtMs(): number {
    if (stage?.source === 'station' && isWanted) return askedAtMs - stage.burstMs + element.currentTime * 1000
    return nowMs()
  }

  return {
    status,
    toggle,
    /** Source of the audio arbiter, shared by the stage and the voices of guests. */
    source,
    /** Lowers the volume of the stage while a guest talks. */
    duck(isTalking: boolean): void {
      isDucked = isTalking
      applyVolume()
    },
    /** Registers with the audio arbiter. Call it in an effect, never while rendering. */
    open(): void {
      source.open({
        toggle,
        toggleMute: () => (element.muted = !element.muted),
        nudgeVolume: () => undefined,
      })
      element.addEventListener('error', onError)
      element.addEventListener('ended', onEnded)
      timer = setInterval(tick, tickMs)
    },
    /** Plays the current audio of the stage; the first call starts playback. */
    setStage(next: Stage): void {
      const before = stage
      if (before && before.startsAtMs !== next.startsAtMs) previous = before
      stage = next
      if (!before) source.turnOn(part)
      else if (isWanted && (before.source !== next.source || before.audio !== next.audio)) restart()
    },
    /** Returns what is heard now, which may still be the previous song of the stream. */
    heardStage(): Stage | undefined {
      if (stage?.source === 'station' && previous?.source === 'station' && heardAtMs() < stage.startsAtMs)
        return previous
      return stage
    },
    /**
     * Returns the eight band levels of what is heard, 0–255 each; undefined if nothing is heard or the levels are
     * unknown.
     */
    readLevels(): Uint8Array | undefined {
      const audibleStage = this.heardStage()
      if (!audibleStage?.levels || element.paused) return undefined
      const path = audibleStage.levels
      if (levels?.path !== path) {
        const loading: { path: string; read: SongLevels | undefined } = { path, read: undefined }
        levels = loading
        void loadSongLevels(path).then((read) => (loading.read = read))
      }
      return levels.read?.((heardAtMs() - audibleStage.startsAtMs) / 1000)
    },
    close(): void {
      clearInterval(timer)
      silence()
      element.removeEventListener('error', onError)
      element.removeEventListener('ended', onEnded)
      source.close()
      stage = previous = undefined
    },
  }
}

/** Audio of the stage. */
export type StageSound = ReturnType<typeof createStageSound>
