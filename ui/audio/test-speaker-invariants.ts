import { isElsewhere, type Source, type SpeakerState, type TabMessage } from './speaker-machine.ts'

/*
 * Invariants of the speaker, checked against the intent of a visitor with several tabs. The intent is recorded
 * independently of the state machine, and after every press of a button it determines exactly which sound must play.
 */

/** Intent of the visitor for a sound: none, to hear it, or silence once its tab knows of a stop in another tab. */
type Intent = 'none' | 'hear' | 'stopped-elsewhere'

/** A sound of one tab; `press` is the number of the button press that started it last, counted over all tabs. */
export type Sound = { source: Source; audible: boolean; intent: Intent; generation: number; press: number }

/** One tab with a fake speaker. */
export type Tab = {
  name: string
  state: SpeakerState
  sounds: Sound[]
  /** Time at which a sound was last started here, in milliseconds. */
  requestedAt: number
  /** A one-shot is playing. */
  shot: boolean
  timers: number[]
  lastTimer: number
  /** Starts whose outcome is unknown; they stay when another start follows. */
  starts: { key: number; generation: number }[]
  /**
   * The tab that this one wrongly considered dead after it had only released its claim, and the silence that followed.
   */
  restsFor: { other: string; generation: number } | undefined
}

/** A message in transit; `press` is the number of the last button press before it was sent. */
export type Message = { from: string; to: string; body: TabMessage; press: number }

/** All tabs and the messages between them. */
export type Scene = {
  tabs: Tab[]
  messages: Message[]
  /** Tabs that died and whose death has not been noticed yet, by the name of the tab that will notice it. */
  deaths: { dead: string; to: string }[]
  /** Tabs that considered a living tab dead, as a browser without locks may after a pause. */
  mistaken: Set<string>
}

/**
 * Returns true if a message stops this sound because it started before the stop, even if the two tabs did not know of
 * each other.
 */
export function isStopOf(tab: Tab, sound: Sound, { to, body, press }: Message): boolean {
  const isMeant = body.type === 'quiet' || (body.type === 'stopped' && body.id === sound.source.id)
  return to === tab.name && isMeant && press > sound.press
}

/** Checks that a sound stopped in another tab is silent here once the stop has arrived, and is not wanted any more. */
export function expectStopped(sound: Sound): void {
  expectThat(!sound.audible, 'stopped in one tab, it sounds in another')
  sound.intent = 'none'
}

/** Checks that a sound that starts by itself is wanted and does not interrupt a sound that its tab can know of. */
export function expectReturn(scene: Scene, tab: Tab, { source, intent }: Sound, messagesBefore: Message[]): void {
  expectThat(intent !== 'none', `an unwanted return of ${source.id}`)
  const isBetween = (one: Tab, { from, to }: Message) => [from, to].includes(one.name) && [from, to].includes(tab.name)
  const isKnown = (other: Tab) => other !== tab && !messagesBefore.some((message) => isBetween(other, message))
  const isOver = scene.tabs.some((other) => countSounds(other) > 0 && isKnown(other))
  expectThat(!isOver || scene.mistaken.has(tab.name), `${source.id} returned over the sound of another tab`)
}

/** Checks what must hold at any time. A sound may continue until its tab learns of the other one. */
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

/** Checks that exactly the right sound plays when no messages are in transit; see {@link findDue}. */
export function expectSettled({ tabs }: Scene): void {
  const due = findDue(tabs)
  const audible = tabs.flatMap(({ sounds }) => sounds.filter((sound) => sound.audible))
  expectThat(!due || audible.length > 0, 'the speaker is silent although something waits for it')
  expectThat(!due || due.audible, 'the last requested sound is not the active source')
  expectThat(due || audible.length === 0, 'something sounds that nobody wants')
}

/** The last wanted sound of the most recently used tab with a wanted sound; within a millisecond the name decides. */
function findDue(tabs: Tab[]): Sound | undefined {
  const isWanted = ({ intent }: Sound) => intent === 'hear'
  const candidates = tabs.filter(({ sounds }) => sounds.some(isWanted))
  const [tab] = candidates.sort((one, other) => other.requestedAt - one.requestedAt || (other.name > one.name ? 1 : -1))
  return tab?.sounds.filter(isWanted).sort((one, other) => other.press - one.press)[0]
}

/** Returns the number of audible sounds in a tab, including the one-shot. */
export function countSounds({ sounds, shot }: Tab): number {
  return sounds.filter(({ audible }) => audible).length + Number(shot)
}

/** Throws the message unless the condition holds. */
export function expectThat(claim: unknown, complaint: string): asserts claim {
  if (!claim) throw new Error(complaint)
}
