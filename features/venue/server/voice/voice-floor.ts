import { maxSpeakers, maxTalkMs, type TalkRefusal, type Voices } from '#features/venue/hall/voice-rules.ts'
import { remoteTimeoutMs } from '#features/venue/hall/hall-rules.ts'

/** A guest in the voice chat; `process` is undefined for guests of this one, `talkingSinceMs` is 0 while muted. */
type Voice = {
  id: string
  hall: number
  process: string | undefined
  talkingSinceMs: number
  seenMs: number
}

/** Changes of one process for the others; a record is `[id, hall, talkingSinceMs]`. */
export type VoiceNews = { set: [id: string, hall: number, talkingSinceMs: number][]; gone: string[] }

/** A guest of this process who may no longer talk. */
export type Hushed = { id: string; refusal: TalkRefusal }

/** A guest who was heard; they may have left since. */
type Heard = { hall: number; name: string; untilMs: number }

/** Time for which a guest can be reported after talking, even after leaving, because many leave right after. */
const reportableMs = 10 * 60_000

/**
 * Creates the record of the guests in the voice chat of all halls, and decides who may talk. Pure: it neither sends
 * messages nor reads a clock.
 *
 * @param nameOf Returns the name of a guest of any process.
 */
export function createVoiceFloor(nameOf: (id: string) => string | undefined = () => undefined) {
  const voices = new Map<string, Voice>()
  const silencedUntil = new Map<string, number>()
  /** Guests who were heard; other guests cannot be reported. */
  const heardGuests = new Map<string, Heard>()
  let changedHalls = new Set<number>()
  let changed = new Set<string>()
  let gone = new Set<string>()

  const isLocal = (voice: Voice) => voice.process === undefined
  const findLocal = (id: string) => {
    const voice = voices.get(id)
    return voice && isLocal(voice) ? voice : undefined
  }
  const voicesIn = (hall: number) => [...voices.values()].filter((voice) => voice.hall === hall)
  /** Lists the speakers, earliest first, so that all processes rank them alike. */
  const speakersIn = (hall: number) =>
    voicesIn(hall)
      .filter(({ talkingSinceMs }) => talkingSinceMs > 0)
      .toSorted((one, other) => one.talkingSinceMs - other.talkingSinceMs || (one.id < other.id ? -1 : 1))

  function put(voice: Voice): void {
    const before = voices.get(voice.id)
    if (before && before.hall !== voice.hall) changedHalls.add(before.hall)
    if (!before || before.hall !== voice.hall || before.talkingSinceMs !== voice.talkingSinceMs)
      changedHalls.add(voice.hall)
    voices.set(voice.id, voice)
    if (voice.talkingSinceMs > 0) {
      const name = nameOf(voice.id) ?? heardGuests.get(voice.id)?.name ?? ''
      const untilMs = Math.max(voice.seenMs, voice.talkingSinceMs) + reportableMs
      heardGuests.set(voice.id, { hall: voice.hall, name, untilMs })
    }
    if (!isLocal(voice)) return
    changed.add(voice.id)
    gone.delete(voice.id)
  }

  function remove(voice: Voice): void {
    voices.delete(voice.id)
    changedHalls.add(voice.hall)
    if (!isLocal(voice)) return
    changed.delete(voice.id)
    gone.add(voice.id)
  }

  const isSilenced = (id: string, nowMs: number) => (silencedUntil.get(id) ?? 0) > nowMs

  return {
    /** Adds a guest of this process, muted. */
    join(id: string, hall: number, nowMs: number): void {
      put({ id, hall, process: undefined, talkingSinceMs: 0, seenMs: nowMs })
    },

    leave(id: string): void {
      const voice = findLocal(id)
      if (voice) remove(voice)
    },

    /** Lets a guest of this process talk. @returns The reason why the guest may not; undefined if they may. */
    talk(id: string, nowMs: number): TalkRefusal | undefined {
      const voice = findLocal(id)
      if (!voice || voice.talkingSinceMs > 0) return undefined
      if (isSilenced(id, nowMs)) return 'silenced'
      if (speakersIn(voice.hall).length >= maxSpeakers) return 'full'
      put({ ...voice, talkingSinceMs: nowMs })
      return undefined
    },

    /** Mutes a guest of this process. */
    mute(id: string): void {
      const voice = findLocal(id)
      if (voice && voice.talkingSinceMs > 0) put({ ...voice, talkingSinceMs: 0 })
    },

    /** Silences a guest of any process. {@link settle} mutes a guest who is talking. */
    silence(id: string, untilMs: number): void {
      silencedUntil.set(id, Math.max(untilMs, silencedUntil.get(id) ?? 0))
    },

    /** Applies the updates of another process. */
    applyNews({ process, set, gone: left }: VoiceNews & { process: string }, nowMs: number): void {
      for (const [id, hall, talkingSinceMs] of set) {
        // A guest of this process has entered here last: the halls close the other connection.
        if (findLocal(id)) continue
        put({ id, hall, process, talkingSinceMs, seenMs: nowMs })
      }
      for (const id of left) {
        const voice = voices.get(id)
        if (voice?.process === process) remove(voice)
      }
    },

    /** Removes guests of processes that no longer send updates. */
    expire(nowMs: number): void {
      for (const voice of voices.values()) if (!isLocal(voice) && nowMs - voice.seenMs > remoteTimeoutMs) remove(voice)
      for (const [id, untilMs] of silencedUntil) if (untilMs <= nowMs) silencedUntil.delete(id)
      for (const [id, { untilMs }] of heardGuests) if (untilMs <= nowMs && !voices.has(id)) heardGuests.delete(id)
    },

    /**
     * Mutes guests of this process who are silenced, have talked for too long, or exceed the limit because two
     * processes let guests talk at once: those who began last, so that all processes decide alike.
     */
    settle(nowMs: number): Hushed[] {
      const hushed: Hushed[] = []
      const hush = (voice: Voice, refusal: TalkRefusal) => {
        put({ ...voice, talkingSinceMs: 0 })
        hushed.push({ id: voice.id, refusal })
      }
      for (const voice of [...voices.values()].filter(isLocal)) {
        if (voice.talkingSinceMs === 0) continue
        if (isSilenced(voice.id, nowMs)) hush(voice, 'silenced')
        else if (nowMs - voice.talkingSinceMs > maxTalkMs) hush(voice, 'too-long')
      }
      for (const hall of new Set([...voices.values()].map((voice) => voice.hall)))
        for (const voice of speakersIn(hall).slice(maxSpeakers)) if (isLocal(voice)) hush(voice, 'full')
      return hushed
    },

    /** Removes all guests of this process, because the owner has turned voice chat off. */
    clear(): void {
      for (const voice of voices.values()) if (isLocal(voice)) remove(voice)
    },

    /** Returns whether two guests are in the voice chat of one hall. */
    areTogether(one: string, other: string): boolean {
      const [first, second] = [voices.get(one), voices.get(other)]
      return one !== other && first !== undefined && first.hall === second?.hall
    },
    isLocal: (id: string) => findLocal(id) !== undefined,
    /** Lists the guests of this process. */
    localIds: () => [...voices.values()].filter(isLocal).map(({ id }) => id),
    /** Returns a guest whom another one heard in the voice chat of their hall; undefined if they were not heard. */
    findHeard(by: string, id: string): { hall: number; name: string } | undefined {
      const known = heardGuests.get(id)
      return by !== id && known?.hall === voices.get(by)?.hall ? known : undefined
    },

    voicesOf(hall: number): Voices {
      const all = voicesIn(hall)
      const idsOf = (isSpeaking: boolean) =>
        all.flatMap(({ id, talkingSinceMs }) => (talkingSinceMs > 0 === isSpeaking ? id : []))
      return { listening: idsOf(false), speaking: idsOf(true) }
    },

    /** Returns the halls that have changed since the last call. */
    drainHalls(): number[] {
      const drained = [...changedHalls]
      changedHalls = new Set()
      return drained
    },

    /** Returns the updates of this process since the last call. `isComplete` includes all of its guests. */
    drainNews({ isComplete }: { isComplete: boolean }): VoiceNews {
      const set = [...voices.values()]
        .filter((voice) => isLocal(voice) && (isComplete || changed.has(voice.id)))
        .map(({ id, hall, talkingSinceMs }): VoiceNews['set'][number] => [id, hall, talkingSinceMs])
      const news = { set, gone: [...gone] }
      changed = new Set()
      gone = new Set()
      return news
    },
  }
}

/** Record of the guests in the voice chat. */
export type VoiceFloor = ReturnType<typeof createVoiceFloor>
