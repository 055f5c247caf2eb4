import { addSource, type SourceControls, type SourceHandle } from '#ui/audio/speaker.ts'

/** Audio of the venue: the stage, or the voices of guests. */
export type VenuePart = {
  start(): Promise<void> | void
  /** Stops the audio at once; may be called while it is silent. */
  stop(): void
}

/** The audio of the venue as one source of the audio arbiter, because guests hear the stage and each other together. */
export type VenueSource = ReturnType<typeof createVenueSource>

/** Creates the source. It registers with the audio arbiter by `open`. */
export function createVenueSource() {
  const wanted = new Set<VenuePart>()
  let source: SourceHandle | undefined
  let isSounding = false

  return {
    /** Registers with the audio arbiter. Call it in an effect, never while rendering. */
    open(controls: SourceControls): void {
      source = addSource({
        id: 'venue',
        kind: 'venue',
        abilities: { canSeek: false, returns: true },
        controls,
        async start() {
          isSounding = true
          await Promise.all([...wanted].map(async (part) => part.start()))
        },
        stop() {
          isSounding = false
          for (const part of wanted) part.stop()
        },
      })
    },
    /** Starts a part; other audio of the page and of other tabs is paused. */
    turnOn(part: VenuePart): void {
      wanted.add(part)
      if (!isSounding) return source?.play()
      // A part that may not play reports that itself; the others continue.
      Promise.resolve(part.start()).catch(() => this.turnOff(part))
    },
    /** Stops a part; after the last one, other audio resumes. */
    turnOff(part: VenuePart): void {
      const wasWanted = wanted.delete(part)
      part.stop()
      if (wasWanted && wanted.size === 0) source?.pause()
    },
    close(): void {
      source?.dispose()
      source = undefined
      isSounding = false
      wanted.clear()
    },
  }
}
