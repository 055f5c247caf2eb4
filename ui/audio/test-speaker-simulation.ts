import {
  isElsewhere,
  silentSpeaker,
  step,
  type Source,
  type SpeakerEffect,
  type SpeakerEvent,
  type TabMessage,
} from './speaker-machine.ts'
import {
  countSounds,
  expectOrder,
  expectReturn,
  expectSettled,
  expectStopped,
  expectThat,
  isStopOf,
  type Message,
  type Scene,
  type Sound,
  type Tab,
} from './test-speaker-invariants.ts'

/*
 * Tabs with fake sounds. Messages and timers stay pending until the test delivers or fires them, in any order; the
 * invariants of the speaker are checked after every action.
 */

const kinds = [
  { id: 'radio', kind: 'radio', returns: true },
  { id: 'song', kind: 'track', returns: false },
  { id: 'chapter', kind: 'chapter', returns: false },
  { id: 'venue', kind: 'venue', returns: true },
] as const

const swoosh = { url: 'swoosh.mp3', volume: 0.3 }

/**
 * A visitor with several tabs open, each with four sounds.
 *
 * @param tabCount An integer ≥ 1.
 * @throws Error as soon as an invariant of the speaker is violated.
 */
export function createWorld(tabCount: number) {
  let [now, keys, names, presses] = [1000, 0, 0, 0]
  const scene: Scene = { tabs: [], messages: [], deaths: [], mistaken: new Set() }
  const { tabs } = scene
  let messagesBefore: Message[] = []
  const dead = new Set<string>()

  function createSound(kind: (typeof kinds)[number]): Sound {
    return { source: { ...kind, key: (keys += 1) }, audible: false, intent: 'none', generation: 0, press: 0 }
  }

  function open(index: number): void {
    const name = `tab-${(names += 1)}`
    const [state, sounds] = [silentSpeaker(name), kinds.map(createSound)]
    tabs[index] = {
      name,
      state,
      sounds,
      requestedAt: 0,
      shot: false,
      timers: [],
      lastTimer: 0,
      starts: [],
      restsFor: undefined,
    }
    post(name, { type: 'hello', tab: name })
  }

  function post(from: string, body: TabMessage): void {
    const others = tabs.filter(({ name }) => name !== from)
    scene.messages = [...scene.messages, ...others.map(({ name }) => ({ from, to: name, body, press: presses }))]
  }

  /** `requested` is the sound whose play button was pressed; any other start is a resume. */
  function happen(tab: Tab, event: SpeakerEvent, requested?: Sound): void {
    messagesBefore = scene.messages
    const turn = step(tab.state, event)
    tab.state = turn.state
    for (const effect of turn.effects) perform(tab, effect, requested)
    const { owner, waiting, gap, claim } = tab.state
    const hasReason = owner !== undefined || gap || waiting.length > 0
    expectThat(claim > 0 === hasReason, 'a tab has a claim without a reason, or a reason without a claim')
  }

  function perform(tab: Tab, effect: SpeakerEffect, requested: Sound | undefined): void {
    const soundOf = (source: Source) => tab.sounds.find((sound) => sound.source.key === source.key)
    if (effect.type === 'stop') {
      const sound = soundOf(effect.source)
      if (sound) sound.audible = false
    } else if (effect.type === 'start') {
      const sound = soundOf(effect.source)
      expectThat(sound, 'a source that is gone was started')
      // A message sent by the step that is being checked could not have been received before it.
      if (sound !== requested) expectReturn(scene, tab, sound, messagesBefore)
      sound.audible = true
      sound.generation = effect.generation
      tab.starts.push({ key: sound.source.key, generation: effect.generation })
    } else if (effect.type === 'timer') {
      tab.timers.push(effect.generation)
      tab.lastTimer = effect.generation
    } else if (effect.type === 'shot') tab.shot = true
    else if (effect.type === 'cut') tab.shot = false
    else post(tab.name, effect.message)
    expectThat(countSounds(tab) <= 1, 'two sounds in one tab')
  }

  /** A stop of one sound or of all of them: visitors do not stop and start sounds within the same millisecond. */
  function pressStop(tab: Tab, event: SpeakerEvent & { now: number }, isMeant: (sound: Sound) => boolean): void {
    presses += 1
    for (const other of tabs) {
      for (const sound of other.sounds) {
        if (sound.intent !== 'none' && isMeant(sound)) sound.intent = other === tab ? 'none' : 'stopped-elsewhere'
      }
    }
    happen(tab, event)
    now = Math.max(now, tab.state.clock) + 1
  }

  function deliver(index: number): boolean {
    // Messages between two tabs arrive in order, so only the first one of each pair can be delivered next.
    const isFirst = ({ from, to }: Message, at: number) =>
      scene.messages.findIndex((other) => other.from === from && other.to === to) === at
    const next = scene.messages.filter(isFirst)
    const message = next[index % next.length]
    if (!message) return false
    scene.messages = scene.messages.filter((other) => other !== message)
    const receiver = tabs.find(({ name }) => name === message.to)
    if (!receiver) return true
    const { generation } = receiver.state
    happen(receiver, { type: 'heard', message: message.body })
    if (message.body.type === 'release' && message.body.delayMs === 0)
      expectNoRestFor(receiver, message.from, generation)
    for (const sound of receiver.sounds) {
      if (sound.intent === 'stopped-elsewhere' && isStopOf(receiver, sound, message)) expectStopped(sound)
    }
    const isClaimOfDead = message.body.type === 'claim' && dead.has(message.from)
    if (isClaimOfDead) scene.deaths.push({ dead: message.from, to: receiver.name })
    return true
  }

  /**
   * A tab that considers another one dead keeps a gap. If it then learns that the other one had stopped normally, no
   * further gap is needed.
   */
  function expectNoRestFor(tab: Tab, other: string, generation: number): void {
    const isResting = tab.restsFor?.other === other && tab.restsFor.generation === generation
    expectThat(!isResting || tab.state.generation > generation, 'a tab keeps a silence that another one kept already')
  }

  function miss(index: number): boolean {
    const death = scene.deaths[index % scene.deaths.length]
    if (!death) return false
    scene.deaths = scene.deaths.filter((other) => other !== death)
    const receiver = tabs.find(({ name }) => name === death.to)
    if (receiver && !dead.has(death.dead)) scene.mistaken.add(receiver.name)
    if (receiver) happen(receiver, { type: 'gone', tab: death.dead })
    return true
  }

  function fire(tab: Tab, index: number): boolean {
    const generation = tab.timers.splice(index % tab.timers.length, 1)[0]
    if (generation === undefined) return false
    // Only the latest timer counts: an earlier one would resume a sound too soon.
    const [{ owner, gap }, isStale] = [tab.state, generation !== tab.lastTimer]
    happen(tab, { type: 'timer', generation })
    expectThat(!isStale || (tab.state.owner === owner && tab.state.gap === gap), 'a stale timer was obeyed')
    return true
  }

  const acts = {
    play(tab: Tab, sound: Sound) {
      for (const other of tab.sounds) if (!other.source.returns) other.intent = 'none'
      sound.intent = 'hear'
      sound.press = presses += 1
      happen(tab, { type: 'play', source: sound.source, now }, sound)
      // Two tabs may start within one millisecond, but not so often that the logical clock runs ahead.
      now = Math.max(now, tab.state.clock)
      tab.requestedAt = now
      expectThat(!isElsewhere(tab.state), 'the last requested sound is not the first among the tabs')
      expectThat(sound.audible, 'the requested sound did not start within the gesture')
    },
    /** Stops nothing in any tab if this tab neither plays the sound nor keeps it to resume it. */
    pause(tab: Tab, sound: Sound) {
      const { intent, source } = sound
      const event = { type: 'pause', source, now: (now += 1) } as const
      pressStop(tab, event, (other) => intent !== 'none' && other.source.id === source.id)
      expectThat(!sound.audible, 'a pause did not stop the sound')
    },
    navigate(tab: Tab, sound: Sound) {
      const { audible, source } = sound
      const event = { type: 'dispose', source, now: (now += 1) } as const
      pressStop(tab, event, (other) => audible && other.source.id === source.id)
      expectThat(!sound.audible, 'a source sounds on after it was taken away')
      Object.assign(sound, { source: { ...source, key: (keys += 1) }, intent: 'none' })
    },
    quiet(tab: Tab) {
      pressStop(tab, { type: 'quiet', now: (now += 1) }, () => true)
      expectThat(countSounds(tab) === 0, 'a silenced tab still plays')
    },
    end(tab: Tab, sound: Sound, pick: number) {
      if (!sound.audible) return
      sound.audible = false
      sound.intent = 'none'
      happen(tab, { type: 'ended', source: sound.source, effect: pick % 2 ? swoosh : undefined })
    },
    /** An outdated `ended` event, which arrives when the source may play again or wait. */
    endLate(tab: Tab, sound: Sound) {
      if (sound.audible) sound.intent = 'none'
      happen(tab, { type: 'ended', source: sound.source, effect: swoosh })
    },
    fail(tab: Tab, sound: Sound) {
      sound.intent = 'none'
      happen(tab, { type: 'failed', source: sound.source })
    },
    refuse(tab: Tab, _: Sound, pick: number) {
      const start = tab.starts.splice(pick % tab.starts.length, 1)[0]
      if (!start) return
      const sound = tab.sounds.find(({ source }) => source.key === start.key)
      if (sound?.audible && sound.generation === start.generation) {
        sound.audible = false
        sound.intent = 'none'
      }
      happen(tab, { type: 'refused', generation: start.generation })
    },
    shotEnds(tab: Tab) {
      tab.shot = false
    },
    timer(tab: Tab, _: Sound, pick: number) {
      fire(tab, pick)
    },
    message(_: Tab, __: Sound, pick: number) {
      deliver(pick)
    },
    missed(_: Tab, __: Sound, pick: number) {
      miss(pick)
    },
    time(_: Tab, __: Sound, pick: number) {
      now += pick
    },
    /** Without locks a tab repeats its claim, so that the others know that it is alive. */
    ping(tab: Tab) {
      const { claim } = tab.state
      if (claim > 0) post(tab.name, { type: 'claim', tab: tab.name, claim })
    },
    leave(tab: Tab) {
      for (const sound of tab.sounds) sound.intent = 'none'
      happen(tab, { type: 'leave' })
      expectThat(countSounds(tab) === 0, 'a page that is left sounds on')
      scene.messages = scene.messages.filter(({ to }) => to !== tab.name)
      post(tab.name, { type: 'hello', tab: tab.name })
    },
    /** The browser releases the lock of a tab before the last message of the tab arrives. */
    overtake(_: Tab, __: Sound, pick: number) {
      const releases = scene.messages.filter(({ body }) => body.type === 'release')
      const message = releases[pick % releases.length]
      const tab = tabs.find(({ name }) => name === message?.to)
      if (!message || !tab) return
      const { gap } = tab.state
      happen(tab, { type: 'gone', tab: message.from })
      if (tab.state.gap && !gap) tab.restsFor = { other: message.from, generation: tab.state.generation }
    },
    mistake(tab: Tab, _: Sound, pick: number) {
      const other = tabs[pick % tabs.length]!
      if (other !== tab) scene.deaths.push({ dead: other.name, to: tab.name })
    },
    die(tab: Tab) {
      dead.add(tab.name)
      for (const other of tabs) if (other !== tab) scene.deaths.push({ dead: tab.name, to: other.name })
      open(tabs.indexOf(tab))
    },
  }

  for (let index = 0; index < tabCount; index += 1) open(index)

  return {
    act(name: keyof typeof acts, tab: number, source: number, pick: number): void {
      const chosen = tabs[tab % tabs.length]!
      acts[name](chosen, chosen.sounds[source % kinds.length]!, pick)
      expectOrder(scene)
    },
    /** Delivers all pending messages and fires all timers. */
    settle(): void {
      for (let turn = 0; deliver(0) || miss(0) || tabs.some((tab) => fire(tab, 0)); turn += 1) {
        expectOrder(scene)
        expectThat(turn < 2000, 'the tabs never stop talking')
      }
      expectSettled(scene)
    },
  }
}

/** Everything that a visitor, an element, a browser or the clock can do to the speaker. */
export type ActName = Parameters<ReturnType<typeof createWorld>['act']>[0]
