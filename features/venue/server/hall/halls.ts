import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '#platform/clock.ts'
import type { Changes } from '#platform/database/changes.ts'
import { hashValue } from '#platform/secrets.ts'
import { closeCodes, type Gesture, type ServerMessage, type Spot, type Stage } from '#features/venue/hall/hall-rules.ts'
import { createVoiceChat, type VoiceChatDeps } from '../voice/voice-chat.ts'
import { decodeNews, encodeNews } from './hall-news.ts'
import { createHallRegister } from './hall-register.ts'

/** Topic of the updates of processes. */
const topic = 'venue-halls'

/** Interval at which changes are sent to guests, in milliseconds. */
const tickMs = 66

/** Interval at which every process confirms its guests to the others, in milliseconds. */
const confirmMs = 1_000

/** Ticks after which movements are sent to other processes. */
const newsEveryTicks = 2

/** Connection of a guest as the halls see it. */
export type HallConnection = {
  /** Sends a message that is already encoded. */
  send(message: string): void
  close(code: number, reason: string): void
}

type LocalGuest = { connection: HallConnection; hall: number }

/** Dependencies of the halls. */
export type HallsDeps = {
  clock: Clock
  changes: Pick<Changes, 'broadcast' | 'onBroadcast'>
  log: Pick<FastifyBaseLogger, 'warn'>
  /** Returns what the stage plays, and the time of its next scheduled change. */
  readStage(): { stage: Stage; changesAtMs: number }
  /** Subscribes to changes of the station. */
  subscribeToStage(onChange: () => void): () => void
  voice: Omit<VoiceChatDeps, 'changes' | 'log'>
}

/**
 * Creates the halls of this process: the guests, sent to every browser 15 times a second and exchanged with other
 * processes. Idle while no guest is connected.
 */
export function createHalls({ clock, changes, log, readStage, subscribeToStage, voice: voiceDeps }: HallsDeps) {
  const process = randomUUID().slice(0, 13)
  const register = createHallRegister()
  const guests = new Map<string, LocalGuest>()
  const now = () => clock.now().getTime()
  let timer: NodeJS.Timeout | undefined
  let endSubscriptions: (() => void) | undefined
  let ticks = 0
  let confirmedAtMs = Number.NEGATIVE_INFINITY
  /** Time of the last update of any other process. */
  let heardAtMs = Number.NEGATIVE_INFINITY
  let hasUrgentNews = false
  let hasFailed = false
  let program = { stage: undefined as Stage | undefined, changesAtMs: Number.NEGATIVE_INFINITY }

  function currentStage(): Stage {
    if (!program.stage || now() >= program.changesAtMs) program = readStage()
    return program.stage!
  }

  function sendToAll(message: ServerMessage, hall?: number): void {
    const text = JSON.stringify(message)
    for (const guest of guests.values()) if (hall === undefined || guest.hall === hall) guest.connection.send(text)
  }

  const voice = createVoiceChat(
    { changes, log, ...voiceDeps },
    {
      process,
      now,
      find: register.find,
      send: (id, message) => guests.get(id)?.connection.send(JSON.stringify(message)),
      sendToAll,
    },
  )

  function updateStage(): void {
    const before = JSON.stringify(program.stage)
    program = readStage()
    if (JSON.stringify(program.stage) === before) return
    sendToAll({ type: 'stage', nowMs: now(), stage: program.stage! })
  }

  function welcome(id: string, { connection, hall }: LocalGuest): void {
    const message: ServerMessage = {
      type: 'welcome',
      id,
      hall,
      nowMs: now(),
      guests: register.guestsOf(hall),
      stage: currentStage(),
    }
    connection.send(JSON.stringify(message))
    voice.welcome(id, hall)
  }

  function sendNews(isComplete: boolean): void {
    hasUrgentNews = false
    for (const message of encodeNews(process, register.drainNews({ isComplete }))) {
      changes.broadcast(topic, message).then(
        () => (hasFailed = false),
        (err: unknown) => {
          if (!hasFailed) log.warn({ err }, 'venue guests could not be sent to other processes')
          hasFailed = true
        },
      )
    }
  }

  function receive(message: string): void {
    const news = decodeNews(message)
    if (!news || news.process === process) return
    // The first message of another process: it must be sent all guests of this one at once.
    if (now() - heardAtMs > 5 * confirmMs) confirmedAtMs = Number.NEGATIVE_INFINITY
    heardAtMs = now()
    for (const id of register.applyNews(news, now())) {
      const guest = guests.get(id)
      guests.delete(id)
      voice.leave(id)
      guest?.connection.close(closeCodes.replaced, 'You entered the venue in another tab.')
    }
  }

  function tick(): void {
    ticks += 1
    register.expire(now())
    for (const { id, hall } of register.resolveOverflow()) {
      const guest = guests.get(id)
      if (!guest) continue
      guest.hall = hall
      welcome(id, guest)
    }
    if (now() >= program.changesAtMs) updateStage()
    for (const [hall, { came, went, moved, gestures }] of register.drainChanges())
      if (came.length + went.length + moved.length + gestures.length > 0)
        sendToAll({ type: 'changes', came, went, moved, gestures }, hall)
    const isComplete = now() - confirmedAtMs >= confirmMs
    voice.tick({ isComplete })
    if (isComplete) {
      confirmedAtMs = now()
      sendNews(true)
    } else if (hasUrgentNews || (ticks % newsEveryTicks === 0 && now() - heardAtMs < 5 * confirmMs)) sendNews(false)
    if (guests.size === 0) rest()
  }

  function wake(): void {
    if (timer) return
    timer = setInterval(tick, tickMs).unref()
    const ends = [changes.onBroadcast(topic, receive), voice.listen(), subscribeToStage(updateStage)]
    endSubscriptions = () => ends.forEach((end) => end())
    updateStage()
  }

  /** Stops after the last guest has left: other processes are notified, and nothing runs until the next guest. */
  function rest(): void {
    voice.tick({ isComplete: false })
    sendNews(false)
    clearInterval(timer)
    timer = undefined
    endSubscriptions?.()
    endSubscriptions = undefined
  }

  return {
    /**
     * Adds a guest and sends the welcome.
     *
     * @param session Secret of the browser tab; the public id is its hash.
     * @returns The guest's id.
     */
    enter(connection: HallConnection, session: string, spot: Spot | undefined): string {
      wake()
      // Guests that other processes reported before the idle period may have left.
      register.expire(now())
      const id = hashValue(`venue:${session}`).slice(0, 10)
      const before = guests.get(id)
      guests.delete(id)
      before?.connection.close(closeCodes.replaced, 'You entered the venue in another tab.')
      const { hall } = register.enter({ id, spot, nowMs: now() })
      const guest = { connection, hall }
      guests.set(id, guest)
      hasUrgentNews = true
      welcome(id, guest)
      return id
    },
    move(id: string, spot: Spot): void {
      register.move(id, spot, now())
    },
    gesture(id: string, gesture: Gesture): void {
      register.gesture(id, gesture)
    },
    /** Removes a guest, unless the connection was already replaced by another one. */
    leave(id: string, connection: HallConnection): void {
      if (guests.get(id)?.connection !== connection) return
      guests.delete(id)
      voice.leave(id)
      register.leave(id)
      hasUrgentNews = true
    },
    voice,
    now,
    /** Returns the number of guests of this process. */
    count: () => guests.size,
    stop(): void {
      if (timer) rest()
    },
  }
}

/** The halls of one process. */
export type Halls = ReturnType<typeof createHalls>
