import {
  isElsewhere,
  silentSpeaker,
  step,
  type OneShot,
  type Source,
  type SourceKind,
  type SpeakerEffect,
  type SpeakerEvent,
  type SpeakerState,
  type TabMessage,
} from './speaker-machine.ts'

/** Capabilities of a source. */
export type SourceAbilities = {
  canSeek: boolean
  /** The source resumes by itself after an interruption. */
  returns: boolean
}

/** Controls of a source for keys and the system's media controls; `by` is a share of the full volume, −1…1. */
export type SourceControls = {
  toggle(): void
  toggleMute(): void
  nudgeVolume(by: number): void
  seekBy?(seconds: number): void
  /** Switches to the next or previous recording. */
  next?(): void
  previous?(): void
}

/** A sound that can request the speaker. */
export type SourceOptions = {
  /** Identifies the same sound in all tabs: after the visitor stops it in one tab, it does not resume in another. */
  id: string
  kind: SourceKind
  abilities: SourceAbilities
  controls?: SourceControls
  /**
   * Starts the sound, synchronously inside the user gesture. A rejection means that the browser refused playback;
   * {@link SourceOptions.stop} is called afterwards.
   */
  start(): Promise<void> | void
  /**
   * Silences the sound at once. It may be called when it is already silent, also after `ended()` and `failed()`, so it
   * must never overwrite the displayed state. While `start()` is pending, it means that the sound must not begin any
   * more.
   */
  stop(): void
}

/** Handle of a source. Outdated calls have no effect. */
export type SourceHandle = {
  /** The visitor pressed play: requests the speaker and calls `start()` synchronously. */
  play(): void
  /**
   * The visitor stopped the sound, possibly while it was waiting to resume. Do not call it for the element's own
   * `pause` event, which also follows `stop()`.
   */
  pause(): void
  /** The sound reached its end; `effect` is a short one-shot (< 300 ms) played in the gap. */
  ended(effect?: OneShot): void
  /** The sound failed. */
  failed(): void
  /** The source was removed by navigation, which counts as a pause. */
  dispose(): void
}

/** State of the speaker for pages. */
export type SpeakerView = {
  owner: { id: string; kind: SourceKind } | undefined
  /** Id of the sound that resumes next in this tab, while it is waiting. */
  returning: string | undefined
  /** True if another tab has the speaker. */
  elsewhere: boolean
}

/** State while nothing plays in any tab, and during rendering on the server. */
export const silentView: SpeakerView = { owner: undefined, returning: undefined, elsewhere: false }

type Connection = { send(message: TabMessage): void; close(): void }

/** Dependencies of the speaker. */
type SpeakerDeps = {
  tab: string
  connect(receive: (message: TabMessage) => void, gone: (tab: string) => void): Connection | undefined
  playEffect(shot: OneShot): () => void
}

/** One tab's speaker. */
export type Speaker = {
  addSource(options: SourceOptions): SourceHandle
  getView(): SpeakerView
  /** Subscribes to changes of the view and to removed sources. */
  subscribe(onChange: () => void): () => void
  /** Returns the current source, otherwise the last one that still exists, otherwise the first of `kind`. */
  findInCharge(kind: SourceKind): SourceOptions | undefined
  findSource(id: string): SourceOptions | undefined
  /** Stops every sound in all tabs, including those that are waiting to resume. */
  quiet(): void
  /** Connects to the other tabs; no effect if already connected. */
  join(): void
  /** The page is being hidden: silences it and releases the speaker to other tabs. */
  leave(): void
}

/** Creates a speaker, which runs the state machine, calls sources, sets timers and communicates with other tabs. */
export function createSpeaker({ tab, connect, playEffect }: SpeakerDeps): Speaker {
  let state: SpeakerState = silentSpeaker(tab)
  let view = silentView
  let connection: Connection | undefined
  let cutEffect: (() => void) | undefined
  let lastKey = 0
  let lastOwner = 0
  let working = false
  const sources = new Map<number, SourceOptions>()
  const listeners = new Set<() => void>()
  const pending: SpeakerEvent[] = []

  /** A source that calls back while it is being called is queued, still inside the user gesture. */
  function dispatch(event: SpeakerEvent): void {
    pending.push(event)
    if (working) return
    working = true
    const known = sources.size
    try {
      for (let next = pending.shift(); next; next = pending.shift()) handleEvent(next)
    } finally {
      // After any error, the next click on a button must work.
      working = false
    }
    publish(sources.size < known)
  }

  function handleEvent(event: SpeakerEvent): void {
    runSafely(() => {
      const result = step(state, event)
      state = result.state
      for (const effect of result.effects) runSafely(() => perform(effect))
    })
    if (event.type === 'dispose') sources.delete(event.source.key)
  }

  function perform(effect: SpeakerEffect): void {
    switch (effect.type) {
      case 'start': {
        const refuse = () => dispatch({ type: 'refused', generation: effect.generation })
        try {
          Promise.resolve(sources.get(effect.source.key)?.start()).catch(refuse)
        } catch {
          refuse()
        }
        return
      }
      case 'stop':
        sources.get(effect.source.key)?.stop()
        return
      case 'timer':
        setTimeout(() => dispatch({ type: 'timer', generation: effect.generation }), effect.ms)
        return
      case 'shot':
        cutEffect = playEffect(effect.shot)
        return
      case 'cut':
        cutEffect?.()
        cutEffect = undefined
        return
      case 'send':
        connection?.send(effect.message)
    }
  }

  function publish(isNews: boolean): void {
    const [owner, returning, elsewhere] = [state.owner, state.waiting.at(-1)?.id, isElsewhere(state)]
    const isSame = owner?.id === view.owner?.id && returning === view.returning && elsewhere === view.elsewhere
    if (owner) lastOwner = owner.key
    if (!isSame) view = { owner: owner && { id: owner.id, kind: owner.kind }, returning, elsewhere }
    if (!isSame || isNews) listeners.forEach(runSafely)
  }

  function join(): void {
    connection ??= connect(
      (message) => dispatch({ type: 'heard', message }),
      (gone) => dispatch({ type: 'gone', tab: gone }),
    )
  }

  return {
    addSource(options) {
      join()
      const { id, kind, abilities } = options
      const source: Source = { key: (lastKey += 1), id, kind, returns: abilities.returns }
      sources.set(source.key, options)
      const notify = (event: SpeakerEvent) => {
        if (sources.has(source.key)) dispatch(event)
      }
      return {
        play: () => notify({ type: 'play', source, now: Date.now() }),
        pause: () => notify({ type: 'pause', source, now: Date.now() }),
        ended: (effect) => notify({ type: 'ended', source, effect }),
        failed: () => notify({ type: 'failed', source }),
        dispose: () => notify({ type: 'dispose', source, now: Date.now() }),
      }
    },
    getView: () => view,
    subscribe(onChange) {
      join()
      listeners.add(onChange)
      return () => listeners.delete(onChange)
    },
    findInCharge: (kind) => sources.get(lastOwner) ?? sources.values().find((source) => source.kind === kind),
    findSource: (id) => sources.values().find((source) => source.id === id),
    join,
    quiet: () => dispatch({ type: 'quiet', now: Date.now() }),
    leave() {
      dispatch({ type: 'leave' })
      connection?.close()
      connection = undefined
    },
  }
}

/** A failing source, effect, channel or listener must not affect the others. */
function runSafely(run: () => void): void {
  try {
    run()
  } catch (error) {
    reportError(error)
  }
}
