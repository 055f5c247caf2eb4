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
  /** Comes back by itself after an interruption. */
  returns: boolean
}

/** Controls of a source for keys and the system's media controls; `by` is a share of the full volume, −1…1. */
export type SourceControls = {
  toggle(): void
  toggleMute(): void
  nudgeVolume(by: number): void
  seekBy?(seconds: number): void
  /** To what follows and what comes before. */
  next?(): void
  previous?(): void
}

/** A sound that may want the speaker. */
export type SourceOptions = {
  /** Names the same thing in every tab: what the visitor stops here does not come back there. */
  id: string
  kind: SourceKind
  abilities: SourceAbilities
  controls?: SourceControls
  /**
   * Begins the sound, synchronously inside the gesture; a rejection means it was refused, and
   * {@link SourceOptions.stop} follows.
   */
  start(): Promise<void> | void
  /**
   * Silences it at once. May be called when already silent, after `ended()` and `failed()` too: never let it overwrite
   * the state you show. While `start()` is still under way it means that nothing may sound any more.
   */
  stop(): void
}

/** Handle of a source. Calls that come too late do nothing. */
export type SourceHandle = {
  /** The visitor wants it: takes the speaker, calls `start()` synchronously. */
  play(): void
  /**
   * The visitor stopped it (also while it only waits to come back). Not for the element's own `pause` event, which
   * follows `stop()` too.
   */
  pause(): void
  /** Ran to its end; `effect` is a short one-shot (< 300 ms) played in the gap. */
  ended(effect?: OneShot): void
  /** Gave up. */
  failed(): void
  /** Navigation took it away (counts as a pause). */
  dispose(): void
}

/** State of the speaker for pages. */
export type SpeakerView = {
  owner: { id: string; kind: SourceKind } | undefined
  /** The id of what comes back next in this tab, as long as it waits. */
  returning: string | undefined
  /** True if another tab has the speaker. */
  elsewhere: boolean
}

/** The view while nothing sounds anywhere, and while a page is rendered on the server. */
export const silentView: SpeakerView = { owner: undefined, returning: undefined, elsewhere: false }

type Connection = { send(message: TabMessage): void; close(): void }

/** Dependencies of the speaker. */
type SpeakerDeps = {
  tab: string
  connect(hear: (message: TabMessage) => void, gone: (tab: string) => void): Connection | undefined
  playEffect(shot: OneShot): () => void
}

/** One tab's speaker. */
export type Speaker = {
  addSource(options: SourceOptions): SourceHandle
  getView(): SpeakerView
  /** Subscribes to changes of the view and to removed sources. */
  subscribe(onChange: () => void): () => void
  /** Returns the current source, else the last one that still exists, else the first of `kind`. */
  findInCharge(kind: SourceKind): SourceOptions | undefined
  findSource(id: string): SourceOptions | undefined
  /** Stops every sound in every tab: what plays falls silent, and what waits does not come back. */
  quiet(): void
  /** Joins the other tabs; harmless when joined already. */
  join(): void
  /** The page goes: silent from here on, and the other tabs may sound. */
  leave(): void
}

/** Creates a speaker: runs the state machine, calls sources, sets timers and talks to other tabs. */
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

  /** A source that calls back while it is being called waits its turn, still inside the gesture. */
  function dispatch(event: SpeakerEvent): void {
    pending.push(event)
    if (working) return
    working = true
    const known = sources.size
    try {
      for (let next = pending.shift(); next; next = pending.shift()) handleEvent(next)
    } finally {
      // Whatever went wrong, the next press of a button is heard.
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

/** One broken source, effect, channel or listener must not keep the others from their turn. */
function runSafely(run: () => void): void {
  try {
    run()
  } catch (error) {
    reportError(error)
  }
}
