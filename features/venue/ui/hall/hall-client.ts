import { createStore, type StoreApi } from 'zustand/vanilla'
import { createStationClock } from '#ui/audio/station-clock.ts'
import {
  areaOf,
  closeCodes,
  type Gesture,
  type Guest,
  type GuestMessage,
  hallSocketPath,
  type ServerMessage,
  type Spot,
  type Stage,
  toFloor,
} from '#features/venue/hall/hall-rules.ts'
import type { VoiceRequest, Voices, VoiceTerms } from '#features/venue/hall/voice-rules.ts'
import type { EndReason } from './venue-bar.tsx'
import { headingBetween, type Steps, walk, walkTowards } from './walking.ts'

/** A guest as shown: on the way from the last known position to the newest one. */
export type ShownGuest = Guest & {
  shown: Spot
  gesture: Gesture | undefined
  /** Time of the gesture's start, by `performance.now()`. */
  gestureAtMs: number
}

/** An entry in the list of events. */
export type HallEvent = { key: number; name: string; kind: 'came' | 'went' | Gesture }

/** State of the connection; an {@link EndReason} is final. */
export type HallStatus = 'connecting' | 'inside' | 'reconnecting' | EndReason

/** State of the hall for components; positions change too often and are read from the client. */
export type HallView = {
  status: HallStatus
  id: string | undefined
  hall: number | undefined
  stage: Stage | undefined
  people: { id: string; name: string; area: ReturnType<typeof areaOf> }[]
  events: HallEvent[]
  /** Undefined until the server has sent them. */
  voiceTerms: VoiceTerms | undefined
  voices: Voices
}

const sendEveryMs = 80
const pingEveryMs = 2_000
/** A connection without any message for this long counts as broken. */
const silenceMs = 5_500
/** Delays before reconnecting: short at first, because a restart takes a second, then increasing. */
const reconnectDelayMs = (attempt: number) => (attempt < 12 ? 250 + 60 * attempt : 3_000)
const maxEvents = 6

/** The visitor's connection to the hall, with their own position and all other guests. */
export type HallClient = ReturnType<typeof createHallClient>

/**
 * Creates the client of a hall; it connects with `open`.
 *
 * @param options.session Secret of this browser tab, at least 22 characters; it restores the same appearance after a
 * reconnect.
 * @param options.origin Origin of the site.
 */
export function createHallClient({
  session,
  origin,
  random = Math.random,
}: {
  session: string
  origin: string
  random?: () => number
}) {
  const clock = createStationClock()
  const guests = new Map<string, ShownGuest>()
  const view: StoreApi<HallView> = createStore<HallView>(() => ({
    status: 'connecting',
    id: undefined,
    hall: undefined,
    stage: undefined,
    people: [],
    events: [],
    voiceTerms: undefined,
    voices: { listening: [], speaking: [] },
  }))
  const listeners = new Set<(message: ServerMessage) => void>()
  let socket: WebSocket | undefined
  let isEnded = false
  let attempt = 0
  let heardAtMs = 0
  let sentAtMs = Number.NEGATIVE_INFINITY
  let sent: Spot | undefined
  let goal: { x: number; z: number } | undefined
  let steps: Steps = { forward: 0, rotation: 0 }
  let lastEventKey = 0
  let retryTimer: ReturnType<typeof setTimeout> | undefined
  let pings: ReturnType<typeof setInterval> | undefined

  const ownId = () => view.getState().id
  const own = () => guests.get(ownId() ?? '')

  function send(message: GuestMessage): void {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message))
  }

  function addEvent(name: string, kind: HallEvent['kind']): void {
    lastEventKey += 1
    view.setState(({ events }) => ({ events: [...events, { key: lastEventKey, name, kind }].slice(-maxEvents) }))
  }

  function listPeople(): void {
    const people = [...guests.values()]
      .map(({ id, name, x, z }) => ({ id, name, area: areaOf({ z }), x }))
      .toSorted(
        (one, other) => Number(other.id === ownId()) - Number(one.id === ownId()) || compare(one.name, other.name),
      )
      .map(({ id, name, area }) => ({ id, name, area }))
    if (JSON.stringify(people) !== JSON.stringify(view.getState().people)) view.setState({ people })
  }

  function add(guest: Guest): void {
    const { x, z, heading } = guest
    const before = guests.get(guest.id)
    const shown = before?.shown ?? { x, z, heading }
    guests.set(guest.id, { ...guest, shown, gesture: before?.gesture, gestureAtMs: before?.gestureAtMs ?? 0 })
  }

  function show(id: string, gesture: Gesture): void {
    const guest = guests.get(id)
    if (!guest) return
    Object.assign(guest, { gesture, gestureAtMs: performance.now() })
    addEvent(guest.name, gesture)
  }

  function receive(message: ServerMessage): void {
    switch (message.type) {
      case 'welcome': {
        clock.sync(message.nowMs)
        attempt = 0
        const mine = own()
        guests.clear()
        for (const guest of message.guests) add(guest)
        const me = guests.get(message.id)
        // The visitor continues at the local position, not at the last one that the server received.
        if (me && mine) Object.assign(me, toFloor(mine), { shown: mine.shown, gesture: mine.gesture })
        const { id, hall, stage } = message
        view.setState({ status: 'inside', id, hall, stage, voices: { listening: [], speaking: [] } })
        return listPeople()
      }
      case 'changes': {
        for (const guest of message.came) {
          if (!guests.has(guest.id) && guest.id !== ownId()) addEvent(guest.name, 'came')
          if (guest.id !== ownId()) add(guest)
        }
        for (const id of message.went) {
          const guest = guests.get(id)
          if (!guest || id === ownId()) continue
          guests.delete(id)
          addEvent(guest.name, 'went')
        }
        for (const [id, x, z, heading] of message.moved) {
          const guest = guests.get(id)
          if (!guest || id === ownId()) continue
          if (guest.gesture === 'sit' && (guest.x !== x || guest.z !== z)) guest.gesture = undefined
          Object.assign(guest, { x, z, heading })
        }
        for (const [id, gesture] of message.gestures) if (id !== ownId()) show(id, gesture)
        return listPeople()
      }
      case 'stage':
        clock.sync(message.nowMs)
        return view.setState({ stage: message.stage })
      case 'pong':
        return clock.sync(message.nowMs)
      case 'voice':
        return view.setState({
          voiceTerms: { isOn: message.isOn, helpers: message.helpers, relays: message.relays },
        })
      case 'voices':
        return view.setState({ voices: { listening: message.listening, speaking: message.speaking } })
      // The voice chat handles these messages with its own listener.
      case 'voice-joined':
      case 'talk':
      case 'signal':
      case 'reported':
    }
  }

  function connect(): void {
    const opened = new WebSocket(`${origin.replace(/^http/, 'ws')}${hallSocketPath}`)
    socket = opened
    heardAtMs = performance.now()
    opened.addEventListener('open', () => {
      const me = own()
      const spot = me && { x: me.x, z: me.z, heading: me.heading }
      sent = spot
      opened.send(JSON.stringify({ type: 'enter', session, ...(spot ? { spot } : {}) } satisfies GuestMessage))
    })
    opened.addEventListener('message', ({ data }) => {
      if (opened !== socket) return
      heardAtMs = performance.now()
      const message = JSON.parse(data as string) as ServerMessage
      receive(message)
      for (const listener of listeners) listener(message)
    })
    opened.addEventListener('close', ({ code }) => opened === socket && onClose(code))
  }

  function onClose(code: number): void {
    socket = undefined
    if (isEnded) return
    const final = finalStatuses[code]
    view.setState({ status: final ?? (ownId() ? 'reconnecting' : 'connecting') })
    if (final) return
    retryTimer = setTimeout(connect, reconnectDelayMs(attempt) * (0.6 + 0.8 * random()))
    attempt += 1
  }

  function ping(): void {
    if (socket && performance.now() - heardAtMs > silenceMs) {
      const silent = socket
      onClose(0)
      silent.close()
    } else send({ type: 'ping', sentMs: Date.now() })
  }

  /** Sends the visitor's position if it changed, not more often than {@link sendEveryMs}. */
  function sendSpot(): void {
    const me = own()
    if (!me || performance.now() - sentAtMs < sendEveryMs) return
    const { x, z, heading } = me
    if (sent && sent.x === x && sent.z === z && sent.heading === heading) return
    sent = { x, z, heading }
    sentAtMs = performance.now()
    send({ type: 'move', ...sent })
    listPeople()
  }

  return {
    view,
    /** Enters the hall. Call it in an effect, never while rendering. */
    open(): void {
      isEnded = false
      pings = setInterval(ping, pingEveryMs)
      connect()
    },
    guests: guests as ReadonlyMap<string, ShownGuest>,
    own,
    /** Sends a message about the voice chat; without a connection it is dropped. */
    say: (message: VoiceRequest) => send(message),
    /** Calls the listener after each message of the server. @returns A function that removes it. */
    listen(listener: (message: ServerMessage) => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** Returns the time of the site's clock, Unix milliseconds. */
    nowMs: () => clock.now(),
    /** Sets the keys that are pressed. */
    setSteps(next: Steps): void {
      steps = next
      if (next.forward !== 0 || next.rotation !== 0) goal = undefined
    },
    /** Walks to a place, until another one is chosen or a key is pressed. */
    walkTo(place: { x: number; z: number }): void {
      goal = place
    },
    gesture(gesture: Gesture): void {
      const id = ownId()
      if (!id) return
      send({ type: 'gesture', gesture })
      show(id, gesture)
    },
    /** Moves all guests by the elapsed time; call it before drawing. */
    advance(seconds: number): void {
      const me = own()
      if (me) {
        const before = { x: me.x, z: me.z }
        if (goal) {
          const { spot, arrived } = walkTowards(me, goal, seconds)
          Object.assign(me, spot)
          if (arrived) goal = undefined
        } else if (steps.forward !== 0 || steps.rotation !== 0) Object.assign(me, walk(me, steps, seconds))
        if (me.gesture === 'sit' && (me.x !== before.x || me.z !== before.z)) me.gesture = undefined
        sendSpot()
      }
      const share = 1 - Math.exp(-seconds / 0.07)
      for (const { shown, x, z, heading } of guests.values()) {
        shown.x += (x - shown.x) * share
        shown.z += (z - shown.z) * share
        shown.heading += headingBetween(shown.heading, heading) * share
      }
    },
    close(): void {
      isEnded = true
      clearInterval(pings)
      clearTimeout(retryTimer)
      socket?.close()
      socket = undefined
    },
  }
}

const finalStatuses: Record<number, EndReason> = {
  [closeCodes.replaced]: 'replaced',
  [closeCodes.full]: 'crowded',
  [closeCodes.tooOften]: 'tooOften',
  [closeCodes.invalid]: 'refused',
  [closeCodes.flood]: 'refused',
  [closeCodes.tooLarge]: 'refused',
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
