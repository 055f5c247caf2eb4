import type { FastifyBaseLogger } from 'fastify'
import type { Changes } from '#platform/database/changes.ts'
import type { GuestMessage, ServerMessage } from '#features/venue/hall/hall-rules.ts'
import type { VoiceRequest, VoiceServer, VoiceTerms } from '#features/venue/hall/voice-rules.ts'
import type { Reports } from './reports.ts'
import { createVoiceFloor } from './voice-floor.ts'
import { decodeNotice, encodeNotice, encodeVoiceNews } from './voice-news.ts'

/** Topic of the messages between processes. */
const topic = 'venue-voices'

/**
 * Interval at which guests get the servers again, in milliseconds: relay passwords expire after four hours, and a guest
 * who stays longer still connects to new guests.
 */
const renewServersMs = 60 * 60_000

/** Functions of the halls that the voice chat uses. */
export type VoiceHalls = {
  /** Name of this process. */
  process: string
  now(): number
  /** Finds a guest of any process. */
  find(id: string): { hall: number; name: string } | undefined
  /** Sends to a guest of this process; does nothing if there is none. */
  send(id: string, message: ServerMessage): void
  /** Sends to all guests of this process in a hall, or in all halls. */
  sendToAll(message: ServerMessage, hall?: number): void
}

/** Dependencies of the voice chat. */
export type VoiceChatDeps = {
  changes: Pick<Changes, 'broadcast' | 'onBroadcast'>
  log: Pick<FastifyBaseLogger, 'warn'>
  /** Returns the terms that visitors see before they join; the owner may change them at any time. */
  terms(): VoiceTerms
  /** Returns the connection servers for the browser of a guest who joins. */
  servers(): VoiceServer[]
  reports: Reports
}

const types: readonly GuestMessage['type'][] = ['voice', 'talk', 'signal', 'report']

/** Returns whether a message of a guest is for the voice chat. */
export function isVoiceRequest(message: GuestMessage): message is VoiceRequest {
  return types.includes(message.type)
}

/**
 * Creates the voice chat of the guests of this process. It decides who may talk, and forwards messages between browsers
 * of one hall; the audio itself never passes through the server.
 */
export function createVoiceChat({ changes, log, terms, servers, reports }: VoiceChatDeps, halls: VoiceHalls) {
  const floor = createVoiceFloor((id) => halls.find(id)?.name)
  /** Guests whose join is pending while the reports about them are read. */
  const joining = new Set<string>()
  let sentTerms = JSON.stringify(terms())
  let serversSentAtMs = halls.now()
  let hasFailed = false

  function publish(message: string): void {
    changes.broadcast(topic, message).then(
      () => (hasFailed = false),
      (err: unknown) => {
        if (!hasFailed) log.warn({ err }, 'venue voices could not be sent to other processes')
        hasFailed = true
      },
    )
  }

  function receive(text: string): void {
    const notice = decodeNotice(text)
    if (notice?.type === 'voices' && notice.process !== halls.process) floor.applyNews(notice, halls.now())
    if (notice?.type === 'silenced') floor.silence(notice.id, notice.untilMs)
    if (notice?.type === 'signal' && floor.isLocal(notice.to))
      halls.send(notice.to, { type: 'signal', from: notice.from, signal: notice.signal })
  }

  async function join(id: string): Promise<void> {
    if (!terms().isOn || joining.has(id)) return
    joining.add(id)
    const untilMs = await reports.silencedUntil(id).catch((err: unknown) => {
      log.warn({ err }, 'reports about a venue guest could not be read')
      return undefined
    })
    const guest = halls.find(id)
    if (!joining.delete(id) || !guest || !terms().isOn) return
    if (untilMs !== undefined) floor.silence(id, untilMs)
    floor.join(id, guest.hall, halls.now())
    halls.send(id, { type: 'voice-joined', iceServers: servers() })
  }

  function leave(id: string): void {
    joining.delete(id)
    floor.leave(id)
  }

  async function report(by: string, id: string, client: string): Promise<void> {
    const guest = floor.findHeard(by, id)
    const answer = (outcome: Extract<ServerMessage, { type: 'reported' }>['outcome']) =>
      halls.send(by, { type: 'reported', id, outcome })
    if (!guest) return answer('not-heard')
    try {
      if (!(await reports.add({ guestId: id, guestName: guest.name, hall: guest.hall }, client)))
        return answer('too-many')
      const untilMs = await reports.silencedUntil(id)
      if (untilMs !== undefined) {
        floor.silence(id, untilMs)
        publish(encodeNotice({ type: 'silenced', id, untilMs }))
      }
      answer('counted')
    } catch (err) {
      log.warn({ err }, 'report about a venue guest could not be stored')
      answer('failed')
    }
  }

  return {
    /** Handles a message of a guest. @param client Network address of the guest. */
    receive(id: string, message: VoiceRequest, client: string): void {
      switch (message.type) {
        case 'voice':
          return message.isOn ? void join(id) : leave(id)
        case 'talk': {
          if (!message.isOn) return floor.mute(id)
          if (!floor.isLocal(id)) return
          const refusal = floor.talk(id, halls.now())
          return halls.send(id, refusal ? { type: 'talk', isOn: false, refusal } : { type: 'talk', isOn: true })
        }
        case 'signal': {
          const { to, signal } = message
          if (!floor.areTogether(id, to)) return
          if (floor.isLocal(to)) return halls.send(to, { type: 'signal', from: id, signal })
          return publish(encodeNotice({ type: 'signal', from: id, to, signal }))
        }
        case 'report':
          return void report(id, message.id, client)
      }
    },

    /** Sends the state of the voice chat to a guest who has entered a hall but not joined the chat yet. */
    welcome(id: string, hall: number): void {
      leave(id)
      halls.send(id, { type: 'voice', ...terms() })
      halls.send(id, { type: 'voices', ...floor.voicesOf(hall) })
    },
    leave,

    /** Sends changes. @param isComplete Whether to confirm all guests to the other processes. */
    tick({ isComplete }: { isComplete: boolean }): void {
      const now = terms()
      if (JSON.stringify(now) !== sentTerms) {
        sentTerms = JSON.stringify(now)
        if (!now.isOn) {
          joining.clear()
          floor.clear()
        }
        halls.sendToAll({ type: 'voice', ...now })
      }
      if (halls.now() - serversSentAtMs >= renewServersMs) {
        serversSentAtMs = halls.now()
        for (const id of floor.localIds()) halls.send(id, { type: 'voice-joined', iceServers: servers() })
      }
      floor.expire(halls.now())
      for (const { id, refusal } of floor.settle(halls.now())) halls.send(id, { type: 'talk', isOn: false, refusal })
      for (const hall of floor.drainHalls()) halls.sendToAll({ type: 'voices', ...floor.voicesOf(hall) }, hall)
      for (const message of encodeVoiceNews(halls.process, floor.drainNews({ isComplete }))) publish(message)
    },

    /** Subscribes to other processes. @returns A function that unsubscribes. */
    listen: () => changes.onBroadcast(topic, receive),
  }
}

/** The voice chat of one process. */
export type VoiceChat = ReturnType<typeof createVoiceChat>
