import {
  isElsewhere,
  silentSpeaker,
  step,
  type Source,
  type SpeakerEffect,
  type SpeakerEvent,
  type SpeakerState,
  type TabMessage,
} from './speaker-machine.ts'

/*
 * Tabs with pretended sounds, and what the visitor wanted of them, kept apart from the machine: whatever it does is held against this.
 * Messages stay on their way until they are delivered, timers until they are fired, in whatever order the test likes.
 */

const kinds = [
  { id: 'radio', kind: 'radio', returns: true },
  { id: 'song', kind: 'track', returns: false },
  { id: 'chapter', kind: 'chapter', returns: false },
  { id: 'venue', kind: 'venue', returns: true },
] as const

/**
 * What the visitor wants of a source: nothing, to hear it, or (stopped in another tab) not to hear it once this tab knows.
 * `either` when it was begun here and stopped there before the two tabs could know of each other.
 */
type Wish = 'none' | 'hear' | 'stopped-elsewhere' | 'either'
type Sound = { source: Source; audible: boolean; wish: Wish; start: number }
type Tab = {
  name: string
  state: SpeakerState
  sounds: Sound[]
  shot: boolean
  timers: number[]
  lastTimer: number
  /** Starts whose answer is not known yet; they stay when they are overtaken. */
  starts: { key: number; generation: number }[]
}
type Letter = { from: string; to: string; message: TabMessage }

/** A visitor with `tabCount` tabs open (1 or more), each with four sounds; throws the moment anything is heard that should not be. */
export function createWorld(tabCount: number) {
  let [now, keys, names] = [1000, 0, 0]
  let letters: Letter[] = []
  let lettersBefore: Letter[] = []
  /** Tabs that died and have not been missed yet, by who is to miss them. */
  let deaths: { dead: string; to: string }[] = []
  const dead = new Set<string>()
  /** Tabs that took a living one for dead, as a browser without locks may after a pause for breath. */
  const mistaken = new Set<string>()
  const tabs: Tab[] = []

  const newSounds = () => kinds.map((kind): Sound => ({ source: { ...kind, key: (keys += 1) }, audible: false, wish: 'none', start: 0 }))

  function open(index: number): void {
    const name = `tab-${(names += 1)}`
    tabs[index] = { name, state: silentSpeaker(name), sounds: newSounds(), shot: false, timers: [], lastTimer: 0, starts: [] }
    post(name, { type: 'hello', tab: name })
  }

  function post(from: string, message: TabMessage): void {
    for (const { name } of tabs) if (name !== from) letters.push({ from, to: name, message })
  }

  /** `asked` is the source whose play button was pressed; any other start is a return. */
  function happen(tab: Tab, event: SpeakerEvent, asked?: Sound): void {
    lettersBefore = [...letters]
    const turn = step(tab.state, event)
    tab.state = turn.state
    for (const effect of turn.effects) perform(tab, effect, asked)
    const { owner, waiting, gap, claim } = tab.state
    expectThat(
      claim > 0 === (owner !== undefined || gap || waiting.length > 0),
      'a tab has a claim without a reason, or a reason without a claim',
    )
  }

  function perform(tab: Tab, effect: SpeakerEffect, asked: Sound | undefined): void {
    const soundOf = (source: Source) => tab.sounds.find((sound) => sound.source.key === source.key)
    if (effect.type === 'stop') {
      const sound = soundOf(effect.source)
      if (sound) sound.audible = false
    } else if (effect.type === 'start') {
      const sound = soundOf(effect.source)
      expectThat(sound, 'a source that is gone was started')
      if (sound !== asked) judgeReturn(tab, sound)
      sound.audible = true
      sound.start = effect.generation
      tab.starts.push({ key: sound.source.key, generation: effect.generation })
    } else if (effect.type === 'timer') {
      tab.timers.push(effect.generation)
      tab.lastTimer = effect.generation
    } else if (effect.type === 'shot') tab.shot = true
    else if (effect.type === 'cut') tab.shot = false
    else post(tab.name, effect.message)
    expectThat(soundsIn(tab) <= 1, 'two sounds in one tab')
  }

  /** Whether a tab has yet to hear that something was stopped in another one. */
  function isUntold(tab: Tab, id: string): boolean {
    return letters.some(({ to, message }) => to === tab.name && message.type === 'stopped' && message.id === id)
  }

  /** Whether one of two tabs has yet to hear from the other; what is announced by the very step that is judged does not count. */
  function isOnItsWay(one: Tab, other: Tab): boolean {
    const names = [one.name, other.name]
    return lettersBefore.some(({ from, to }) => names.includes(from) && names.includes(to))
  }

  function judgeReturn(tab: Tab, { source, wish }: Sound): void {
    const wanted = wish === 'hear' || wish === 'either' || (wish === 'stopped-elsewhere' && isUntold(tab, source.id))
    expectThat(wanted, `an unwanted return of ${source.id}`)
    const known = tabs.filter((other) => other !== tab && soundsIn(other) > 0 && !isOnItsWay(other, tab))
    expectThat(known.length === 0 || mistaken.has(tab.name), `${source.id} returned over the sound of another tab`)
  }

  function stopEverywhere(tab: Tab, id: string): void {
    for (const other of tabs) {
      const untold = letters.some(({ from, to, message }) => from === other.name && to === tab.name && message.type === 'claim')
      for (const sound of other.sounds) {
        if (sound.source.id !== id || sound.wish === 'none') continue
        sound.wish = other === tab ? 'none' : untold ? 'either' : 'stopped-elsewhere'
      }
    }
  }

  function deliver(index: number): boolean {
    const links = new Map(letters.map((letter) => [`${letter.from}>${letter.to}`, letter]))
    const pairs = [...links.values()]
    const chosen = pairs[index % pairs.length]
    // Between two tabs letters keep their order.
    const letter = chosen && letters.find(({ from, to }) => from === chosen.from && to === chosen.to)
    if (!letter) return false
    letters = letters.filter((one) => one !== letter)
    const receiver = tabs.find(({ name }) => name === letter.to)
    if (!receiver) return true
    happen(receiver, { type: 'heard', message: letter.message })
    for (const sound of receiver.sounds) {
      if (sound.wish !== 'stopped-elsewhere' || isUntold(receiver, sound.source.id)) continue
      expectThat(!sound.audible, 'stopped in one tab, it sounds in another')
      sound.wish = 'none'
    }
    if (letter.message.type === 'claim' && dead.has(letter.from)) deaths.push({ dead: letter.from, to: receiver.name })
    return true
  }

  function miss(index: number): boolean {
    const death = deaths[index % deaths.length]
    if (!death) return false
    deaths = deaths.filter((one) => one !== death)
    const receiver = tabs.find(({ name }) => name === death.to)
    if (receiver && !dead.has(death.dead)) mistaken.add(receiver.name)
    if (receiver) happen(receiver, { type: 'gone', tab: death.dead })
    return true
  }

  function fire(tab: Tab, index: number): boolean {
    const generation = tab.timers.splice(index % tab.timers.length, 1)[0]
    if (generation === undefined) return false
    // Only the timer set last counts: an earlier one would bring something back too soon.
    const [before, isStale] = [tab.state, generation !== tab.lastTimer]
    happen(tab, { type: 'timer', generation })
    expectThat(!isStale || (tab.state.owner === before.owner && tab.state.gap === before.gap), 'a stale timer was obeyed')
    return true
  }

  const acts = {
    play(tab: Tab, sound: Sound) {
      for (const other of tab.sounds) if (!other.source.returns) other.wish = 'none'
      sound.wish = 'hear'
      happen(tab, { type: 'play', source: sound.source, now }, sound)
      // Two tabs may begin within one millisecond, but nobody keeps that up until a logical clock runs ahead.
      now = Math.max(now, tab.state.clock)
      expectThat(!isElsewhere(tab.state), 'the last one asked for is not the first among the tabs')
      expectThat(sound.audible, 'what the visitor asked for did not begin inside the gesture')
    },
    /** Nobody presses pause here and play there within one millisecond; everything else may fall into the same one. */
    pause(tab: Tab, sound: Sound) {
      if (sound.wish !== 'none') stopEverywhere(tab, sound.source.id)
      happen(tab, { type: 'pause', source: sound.source, now: (now += 1) })
      now = Math.max(now, tab.state.clock) + 1
      expectThat(!sound.audible, 'a pause was not heard')
    },
    end(tab: Tab, sound: Sound, pick: number) {
      if (!sound.audible) return
      sound.audible = false
      sound.wish = 'none'
      happen(tab, { type: 'ended', source: sound.source, effect: pick % 2 ? { url: 'swoosh.mp3', volume: 0.3 } : undefined })
    },
    /** An `ended` of an earlier playing, told when the source may sound again or wait. */
    endLate(tab: Tab, sound: Sound) {
      if (sound.audible) sound.wish = 'none'
      happen(tab, { type: 'ended', source: sound.source, effect: { url: 'swoosh.mp3', volume: 0.3 } })
    },
    fail(tab: Tab, sound: Sound) {
      sound.wish = 'none'
      happen(tab, { type: 'failed', source: sound.source })
    },
    refuse(tab: Tab, _: Sound, pick: number) {
      const start = tab.starts.splice(pick % tab.starts.length, 1)[0]
      if (!start) return
      const sound = tab.sounds.find(({ source }) => source.key === start.key)
      if (sound?.audible && sound.start === start.generation) {
        sound.audible = false
        sound.wish = 'none'
      }
      happen(tab, { type: 'refused', generation: start.generation })
    },
    navigate(tab: Tab, sound: Sound) {
      if (sound.audible) stopEverywhere(tab, sound.source.id)
      happen(tab, { type: 'dispose', source: sound.source, now: (now += 1) })
      now = Math.max(now, tab.state.clock) + 1
      expectThat(!sound.audible, 'a source sounds on after it was taken away')
      Object.assign(sound, { source: { ...sound.source, key: (keys += 1) }, wish: 'none' })
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
    leave(tab: Tab) {
      for (const sound of tab.sounds) sound.wish = 'none'
      happen(tab, { type: 'leave' })
      expectThat(soundsIn(tab) === 0, 'a page that is left sounds on')
      letters = letters.filter(({ to }) => to !== tab.name)
      post(tab.name, { type: 'hello', tab: tab.name })
    },
    mistake(tab: Tab, _: Sound, pick: number) {
      const other = tabs[pick % tabs.length]!
      if (other !== tab) deaths.push({ dead: other.name, to: tab.name })
    },
    die(tab: Tab) {
      dead.add(tab.name)
      for (const other of tabs) if (other !== tab) deaths.push({ dead: tab.name, to: other.name })
      open(tabs.indexOf(tab))
    },
  }

  /** Across tabs a sound can be taken away no sooner than the other tab hears of it. */
  function judge(): void {
    if (letters.length > 0 || deaths.length > 0) return
    expectThat(tabs.reduce((sum, tab) => sum + soundsIn(tab), 0) <= 1, 'two tabs sound at once')
  }

  for (let index = 0; index < tabCount; index += 1) open(index)

  return {
    act(name: keyof typeof acts, tab: number, source: number, pick: number): void {
      const chosen = tabs[tab % tabs.length]!
      acts[name](chosen, chosen.sounds[source % kinds.length]!, pick)
      judge()
    },
    /** Lets everything that is on its way arrive, and every timer fire. */
    settle(): void {
      for (let turn = 0; deliver(0) || miss(0) || tabs.some((tab) => fire(tab, 0)); turn += 1) {
        judge()
        expectThat(turn < 2000, 'the tabs never stop talking')
      }
      const wanted = tabs.some(({ sounds }) => sounds.some(({ wish }) => wish === 'hear'))
      const audible = tabs.flatMap(({ sounds }) => sounds.filter((sound) => sound.audible))
      expectThat(!wanted || audible.length === 1, 'the speaker is silent although something waits for it')
    },
  }
}

/** Everything a visitor, an element, a browser or the clock can do to the speaker. */
export type ActName = Parameters<ReturnType<typeof createWorld>['act']>[0]

function soundsIn({ sounds, shot }: Tab): number {
  return sounds.filter(({ audible }) => audible).length + Number(shot)
}

function expectThat(claim: unknown, complaint: string): asserts claim {
  if (!claim) throw new Error(complaint)
}
