import { isElsewhere, type Source, type SpeakerState, type TabMessage } from './speaker-machine.ts'

/*
 * The promises of the speaker, checked against what a visitor wanted of several tabs. What the visitor wanted is
 * recorded apart from the machine, and after every press of a button it says exactly what must sound: there is no
 * "either will do".
 */

/** Intent of the visitor for a sound: none, to hear it, or silence once its tab knows of a stop in another tab. */
type Intent = 'none' | 'hear' | 'stopped-elsewhere'

/** A sound of one tab; `press` is the number of the button press that began it last, counted over all tabs. */
export type Sound = { source: Source; audible: boolean; intent: Intent; generation: number; press: number }

/** One tab with a pretended speaker. */
export type Tab = {
  name: string
  state: SpeakerState
  sounds: Sound[]
  /** Time at which a sound was last asked for here, in milliseconds. */
  askedAt: number
  /** A one-shot sounds. */
  shot: boolean
  timers: number[]
  lastTimer: number
  /** Starts whose answer is not known yet; they stay when they are overtaken. */
  starts: { key: number; generation: number }[]
  /** The tab it took for dead last, although that one only let go, and the silence that followed. */
  restsFor: { other: string; generation: number } | undefined
}

/** A message on its way; `press` is the number of the last button press before it was sent. */
export type Message = { from: string; to: string; body: TabMessage; press: number }

/** All tabs and whatever is on its way between them. */
export type Scene = {
  tabs: Tab[]
  messages: Message[]
  /** Tabs that died and have not been missed yet, by the name of the tab that is to miss them. */
  deaths: { dead: string; to: string }[]
  /** Tabs that took a living one for dead, as a browser without locks may after a pause. */
  mistaken: Set<string>
}

/**
 * Returns true if a message stops this sound: one begun before the stop, even if the two tabs did not know of each
 * other.
 */
export function isStopOf(tab: Tab, sound: Sound, { to, body, press }: Message): boolean {
  const isMeant = body.type === 'quiet' || (body.type === 'stopped' && body.id === sound.source.id)
  return to === tab.name && isMeant && press > sound.press
}

/** Promises that a sound stopped in another tab is silent here, now that the stop has arrived; it is wanted no more. */
export function expectStopped(sound: Sound): void {
  expectThat(!sound.audible, 'stopped in one tab, it sounds in another')
  sound.intent = 'none'
}

/** Promises that a sound which begins by itself is wanted, and does not begin over a sound that its tab can know of. */
export function expectReturn(scene: Scene, tab: Tab, { source, intent }: Sound, messagesBefore: Message[]): void {
  expectThat(intent !== 'none', `an unwanted return of ${source.id}`)
  const isBetween = (one: Tab, { from, to }: Message) => [from, to].includes(one.name) && [from, to].includes(tab.name)
  const isKnown = (other: Tab) => other !== tab && !messagesBefore.some((message) => isBetween(other, message))
  const isOver = scene.tabs.some((other) => countSounds(other) > 0 && isKnown(other))
  expectThat(!isOver || scene.mistaken.has(tab.name), `${source.id} returned over the sound of another tab`)
}

/** Promises what holds at any time. A sound cannot be taken away before its tab hears of the other one. */
export function expectOrder({ tabs, messages, deaths, mistaken }: Scene): void {
  for (const tab of tabs) {
    for (const sound of tab.sounds) {
      if (sound.intent !== 'stopped-elsewhere' || messages.some((message) => isStopOf(tab, sound, message))) continue
      expectStopped(sound)
    }
  }
  if (messages.length > 0 || deaths.length > 0) return
  expectThat(tabs.reduce((sum, tab) => sum + countSounds(tab), 0) <= 1, 'two tabs sound at once')
  for (const tab of tabs) {
    const others = tabs.filter((other) => other !== tab && other.state.claim > 0)
    const claims = Object.fromEntries(others.map(({ name, state }) => [name, state.claim]))
    const isRight = isElsewhere(tab.state) === isElsewhere({ ...tab.state, others: claims })
    expectThat(isRight || mistaken.has(tab.name), 'a tab does not know whether another one has the speaker')
  }
}

/** Promises that exactly the right thing sounds when nothing is on its way any more: see {@link findDue}. */
export function expectSettled({ tabs }: Scene): void {
  const due = findDue(tabs)
  const audible = tabs.flatMap(({ sounds }) => sounds.filter((sound) => sound.audible))
  expectThat(!due || audible.length > 0, 'the speaker is silent although something waits for it')
  expectThat(!due || due.audible, 'the speaker is not with the last sound asked for')
  expectThat(due || audible.length === 0, 'something sounds that nobody wants')
}

/** The last wanted sound of the tab asked last, of those with a wanted sound; within a millisecond the name decides. */
function findDue(tabs: Tab[]): Sound | undefined {
  const isWanted = ({ intent }: Sound) => intent === 'hear'
  const candidates = tabs.filter(({ sounds }) => sounds.some(isWanted))
  const [tab] = candidates.sort((one, other) => other.askedAt - one.askedAt || (other.name > one.name ? 1 : -1))
  return tab?.sounds.filter(isWanted).sort((one, other) => other.press - one.press)[0]
}

/** Returns the number of sounds audible in a tab, the one-shot included. */
export function countSounds({ sounds, shot }: Tab): number {
  return sounds.filter(({ audible }) => audible).length + Number(shot)
}

/** Throws the complaint unless the claim holds. */
export function expectThat(claim: unknown, complaint: string): asserts claim {
  if (!claim) throw new Error(complaint)
}
