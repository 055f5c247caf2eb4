/** Kind of a source. */
export type SourceKind = 'radio' | 'track' | 'chapter' | 'preview' | 'video' | 'voice' | 'venue'

/** A sound of this tab. `key` is unique, `id` identifies the same sound in all tabs. */
export type Source = { key: number; id: string; kind: SourceKind; returns: boolean }

/** A sound that the visitor started, with the time by the clock of {@link TabMessage}. */
type Wanted = Source & { since: number }

/** A one-shot between two sounds; `volume` is 0…1. */
export type OneShot = { url: string; volume: number }

/**
 * A message between tabs. `claim` and `at` are readings of a logical clock that never runs behind the wall clock (ms),
 * so that all starts and stops are totally ordered.
 *
 * `stopped` applies to one sound and `quiet` to all of them, in every tab: to sounds started before `at`, also in a tab
 * that the sender did not know of yet, and never to sounds started after it.
 */
export type TabMessage =
  | { type: 'hello'; tab: string }
  | { type: 'claim'; tab: string; claim: number }
  | { type: 'release'; tab: string; delayMs: number }
  | { type: 'stopped'; tab: string; id: string; at: number }
  | { type: 'quiet'; tab: string; at: number }

/** Event of the speaker. `now` is the wall clock in ms; `generation` is the one in which the event was caused. */
export type SpeakerEvent =
  | { type: 'play' | 'pause' | 'dispose'; source: Source; now: number }
  | { type: 'ended'; source: Source; effect?: OneShot }
  | { type: 'failed'; source: Source }
  | { type: 'refused' | 'timer'; generation: number }
  | { type: 'heard'; message: TabMessage }
  | { type: 'gone'; tab: string }
  | { type: 'quiet'; now: number }
  | { type: 'leave' }

/** Effect to perform, in order. */
export type SpeakerEffect =
  | { type: 'stop'; source: Source }
  | { type: 'start'; source: Source; generation: number }
  | { type: 'timer'; generation: number; ms: number }
  | { type: 'shot'; shot: OneShot }
  | { type: 'cut' }
  | { type: 'send'; message: TabMessage }

/**
 * State of the speaker in one tab. The tab with the highest claim may play; a tab has a claim while it plays, keeps a
 * gap or waits. The claims of all tabs form one stack: an interrupted tab resumes when all above it have released
 * theirs.
 */
export type SpeakerState = {
  tab: string
  /** Incremented with every change of the sound; events that were caused before it are outdated. */
  generation: number
  /** The highest clock reading received so far. */
  clock: number
  owner: Wanted | undefined
  /** Sources that resume, last one first. */
  waiting: readonly Wanted[]
  /** Silence or a one-shot until its timer: the previous sound has ended, and the next one has not started. */
  gap: boolean
  /** The tab whose disappearance caused this gap; its own message that it stopped may still arrive. */
  missed: string | undefined
  /** Claim of this tab; 0 without one. */
  claim: number
  others: Readonly<Record<string, number>>
}

/** Delay before the next source starts, in milliseconds: after an end, and otherwise. */
const returnDelaysMs = { end: 300, pause: 500 }

/** Initial state of the speaker of a tab. */
export function silentSpeaker(tab: string): SpeakerState {
  return {
    tab,
    generation: 0,
    clock: 0,
    owner: undefined,
    waiting: [],
    gap: false,
    missed: undefined,
    claim: 0,
    others: {},
  }
}

/** Returns whether another tab has the speaker. */
export function isElsewhere({ tab, claim, others }: SpeakerState): boolean {
  return Object.entries(others).some(([other, its]) => its > claim || (its === claim && other > tab))
}

/** Applies one event. Pure; outdated events change nothing. */
export function step(before: SpeakerState, event: SpeakerEvent): { state: SpeakerState; effects: SpeakerEffect[] } {
  const state = { ...before }
  const effects: SpeakerEffect[] = []
  apply(state, event, (effect) => effects.push(effect))
  return { state, effects }
}

/** `state` is the draft of this step: its properties are replaced, and their values are never mutated. */
function apply(state: SpeakerState, event: SpeakerEvent, push: (effect: SpeakerEffect) => void): void {
  const { tab, owner } = state

  const tick = (now: number) => (state.clock = Math.max(state.clock + 1, now))
  const announce = () => push({ type: 'send', message: { type: 'claim', tab, claim: state.claim } })
  const retainWaiting = (mayStay: (waiting: Wanted) => boolean) => (state.waiting = state.waiting.filter(mayStay))

  const silence = () => {
    if (state.owner) push({ type: 'stop', source: state.owner })
    if (state.gap) push({ type: 'cut' })
    state.owner = undefined
    state.gap = false
    state.missed = undefined
    state.generation += 1
  }
  const begin = (source: Wanted) => {
    state.owner = source
    announce()
    push({ type: 'start', source, generation: state.generation })
  }
  const rest = (ms: number, shot?: OneShot) => {
    silence()
    state.gap = true
    if (shot) push({ type: 'shot', shot })
    push({ type: 'timer', generation: state.generation, ms })
  }
  const goOn = () => {
    silence()
    const next = state.waiting.at(-1)
    if (!next) return letGo(0)
    retainWaiting(({ key }) => key !== next.key)
    begin(next)
  }
  const letGo = (delayMs: number) => {
    if (state.claim === 0 || state.owner || state.gap || state.waiting.length > 0) return
    state.claim = 0
    push({ type: 'send', message: { type: 'release', tab, delayMs } })
  }
  const forget = (other: string, delayMs: number) => {
    if (!(other in state.others)) {
      // The lock of the tab was released before its message arrived. The tab had kept the silence before it sent the
      // message, so there is no further gap.
      if (state.missed === other && delayMs === 0) goOn()
      return
    }
    const { [other]: _, ...rests } = state.others
    state.others = rests
    if (state.claim === 0 || state.owner || state.gap || isElsewhere(state)) return
    if (delayMs > 0) rest(delayMs)
    else goOn()
  }

  switch (event.type) {
    case 'play': {
      const { source, now } = event
      // An interrupted sound resumes only if it resumes by itself. A sound that another tab interrupted yields to the
      // visitor's choice.
      const interrupted = owner && owner.key !== source.key ? [...state.waiting, owner] : state.waiting
      if (owner?.key === source.key) state.owner = undefined
      silence()
      state.waiting = interrupted.filter(({ key, returns }) => returns && key !== source.key)
      state.claim = tick(now)
      return begin({ ...source, since: state.claim })
    }
    case 'pause':
    case 'dispose': {
      const { source, now } = event
      const owns = owner?.key === source.key
      if (owns || (event.type === 'pause' && state.waiting.some(({ key }) => key === source.key))) {
        push({ type: 'send', message: { type: 'stopped', tab, id: source.id, at: tick(now) } })
        retainWaiting(({ id }) => id !== source.id)
      }
      retainWaiting(({ key }) => key !== source.key)
      if (owns) rest(returnDelaysMs.pause)
      return letGo(0)
    }
    case 'ended':
      if (owner?.key === event.source.key) rest(returnDelaysMs.end, event.effect)
      return
    case 'failed':
      retainWaiting(({ key }) => key !== event.source.key)
      if (owner?.key === event.source.key) rest(returnDelaysMs.pause)
      return letGo(0)
    case 'refused':
      if (owner && event.generation === state.generation) rest(returnDelaysMs.pause)
      return
    case 'timer':
      if (state.gap && event.generation === state.generation) goOn()
      return
    case 'gone': {
      const { gap } = state
      forget(event.tab, returnDelaysMs.pause)
      if (state.gap && !gap) state.missed = event.tab
      return
    }
    case 'quiet':
      push({ type: 'send', message: { type: 'quiet', tab, at: tick(event.now) } })
      silence()
      state.waiting = []
      return letGo(0)
    case 'leave':
      silence()
      state.waiting = []
      state.others = {}
      return letGo(returnDelaysMs.pause)
    case 'heard':
      break
  }

  const { message } = event
  switch (message.type) {
    case 'hello':
      if (state.claim > 0) announce()
      return
    case 'release':
      return forget(message.tab, message.delayMs)
    case 'stopped':
    case 'quiet': {
      state.clock = Math.max(state.clock, message.at)
      const isMeant = ({ id }: Wanted) => message.type === 'quiet' || id === message.id
      const isStopped = (wanted: Wanted) => isMeant(wanted) && wanted.since <= message.at
      retainWaiting((waiting) => !isStopped(waiting))
      if (owner && isStopped(owner)) rest(returnDelaysMs.pause)
      return letGo(0)
    }
    case 'claim':
      state.clock = Math.max(state.clock, message.claim)
      state.others = { ...state.others, [message.tab]: message.claim }
      if (state.claim === 0) return
      if (isElsewhere(state)) {
        if (!owner && !state.gap) return
        silence()
        if (owner) state.waiting = [...state.waiting, owner]
        return letGo(0)
      }
      // The other tab plays because our message has not reached it.
      if (owner || state.gap) announce()
  }
}
