import {
  type Gesture,
  type Guest,
  hallCapacity,
  remoteTimeoutMs,
  type HallChanges,
  type Spot,
  spotOfNewGuest,
  toFloor,
  walkingSpeed,
} from '#features/venue/hall/hall-rules.ts'
import { nameGuest } from '#features/venue/hall/guest-names.ts'
import { hashOf } from '#shared/chladni-random.ts'
import type { HallNews } from './hall-news.ts'

/** A guest of any process; `process` is undefined for guests of this one. */
type Member = Guest & {
  hall: number
  enteredMs: number
  process: string | undefined
  seenMs: number
  /** Remaining distance in centimeters that is allowed in addition to the walking speed. */
  slack: number
}

/**
 * Distance in centimeters that a guest may cover in addition to the walking speed, because messages arrive in bunches.
 */
const slack = 200

/**
 * Creates the register of all guests: those of this process, and those that other processes report. Pure: it neither
 * sends messages nor reads a clock.
 *
 * @param options.capacity Maximum number of guests in a hall.
 */
export function createHallRegister({ capacity = hallCapacity }: { capacity?: number } = {}) {
  const members = new Map<string, Member>()
  /** Changes for the guests of this process, by hall. */
  let changes = new Map<number, HallChanges>()
  let news: HallNews = emptyNews()

  function changesOf(hall: number): HallChanges {
    const known = changes.get(hall)
    if (known) return known
    const fresh: HallChanges = { came: [], went: [], moved: [], gestures: [] }
    changes.set(hall, fresh)
    return fresh
  }

  function add(member: Member): void {
    members.set(member.id, member)
    const { came, went } = changesOf(member.hall)
    const { id, name, x, z, heading } = member
    went.splice(0, went.length, ...went.filter((one) => one !== id))
    came.push({ id, name, x, z, heading })
  }

  function remove({ id, hall }: Member): void {
    members.delete(id)
    const { came, went, moved, gestures } = changesOf(hall)
    dropId(came, (guest) => guest.id === id)
    dropId(moved, ([one]) => one === id)
    dropId(gestures, ([one]) => one === id)
    went.push(id)
  }

  function place(member: Member, spot: Spot): void {
    Object.assign(member, spot)
    const { came, moved } = changesOf(member.hall)
    const fresh = came.find(({ id }) => id === member.id)
    if (fresh) return void Object.assign(fresh, spot)
    const known = moved.find(([id]) => id === member.id)
    if (known) known.splice(1, 3, spot.x, spot.z, spot.heading)
    else moved.push([member.id, spot.x, spot.z, spot.heading])
  }

  const membersOf = (hall: number) => [...members.values()].filter((member) => member.hall === hall)
  const isLocal = (member: Member) => member.process === undefined
  const findLocal = (id: string) => {
    const member = members.get(id)
    return member && isLocal(member) ? member : undefined
  }

  function freeHall(): number {
    const counts = new Map<number, number>()
    for (const { hall } of members.values()) counts.set(hall, (counts.get(hall) ?? 0) + 1)
    let hall = 1
    while ((counts.get(hall) ?? 0) >= capacity) hall += 1
    return hall
  }

  return {
    /** Adds a guest of this process to the first hall with room. A guest who is already registered is replaced. */
    enter({ id, spot, nowMs }: { id: string; spot?: Spot | undefined; nowMs: number }): { hall: number } {
      const before = members.get(id)
      if (before) remove(before)
      const hall = before?.hall ?? freeHall()
      const isTaken = (name: string) => membersOf(hall).some((member) => member.name === name)
      const name = before?.name ?? nameGuest(id, isTaken)
      const at = toFloor(spot ?? spotOfNewGuest(hashOf(id)))
      // Must be later than the time set by a host whose clock is ahead.
      const enteredMs = Math.max(nowMs, (before?.enteredMs ?? 0) + 1)
      const member: Member = { id, name, ...at, hall, enteredMs, process: undefined, seenMs: nowMs, slack }
      add(member)
      news.guests.push(recordOf(member))
      return { hall }
    },

    leave(id: string): void {
      const member = findLocal(id)
      if (!member) return
      remove(member)
      dropId(news.guests, ([one]) => one === id)
      dropId(news.moved, ([one]) => one === id)
      dropId(news.gestures, ([one]) => one === id)
      news.went.push(id)
    },

    /** Moves a guest, at most at walking speed. */
    move(id: string, wanted: Spot, nowMs: number): void {
      const member = findLocal(id)
      if (!member) return
      const to = toFloor(wanted)
      const allowed = (walkingSpeed * 1.25 * Math.max(0, nowMs - member.seenMs)) / 1000 + member.slack
      const distance = Math.hypot(to.x - member.x, to.z - member.z)
      const share = Math.min(1, allowed / Math.max(1, distance))
      member.seenMs = nowMs
      member.slack = Math.min(slack, Math.max(0, allowed - distance))
      place(
        member,
        toFloor({
          x: member.x + (to.x - member.x) * share,
          z: member.z + (to.z - member.z) * share,
          heading: to.heading,
        }),
      )
      dropId(news.moved, ([one]) => one === id)
      news.moved.push([id, member.x, member.z, member.heading])
    },

    gesture(id: string, gesture: Gesture): void {
      const member = findLocal(id)
      if (!member) return
      const entry: [string, Gesture] = [id, gesture]
      for (const list of [changesOf(member.hall).gestures, news.gestures]) {
        dropId(list, ([one]) => one === id)
        list.push(entry)
      }
    },

    /**
     * Applies the updates of another process.
     *
     * @returns Ids of local guests whose session has since entered there; they have to be disconnected here.
     */
    applyNews({ process, guests, moved, gestures, went }: HallNews & { process: string }, nowMs: number): string[] {
      const replaced: string[] = []
      for (const [id, name, hall, enteredMs, x, z, heading] of guests) {
        const known = members.get(id)
        const spot = toFloor({ x, z, heading })
        if (known && isLocal(known)) {
          if (enteredMs <= known.enteredMs) continue
          replaced.push(id)
        }
        if (known && (known.hall !== hall || known.name !== name || isLocal(known))) remove(known)
        const current = members.get(id)
        if (!current) add({ id, name, ...spot, hall, enteredMs, process, seenMs: nowMs, slack })
        else {
          Object.assign(current, { process, seenMs: nowMs, enteredMs })
          if (current.x !== spot.x || current.z !== spot.z || current.heading !== spot.heading) place(current, spot)
        }
      }
      const remote = (id: string) => {
        const member = members.get(id)
        return member?.process === process ? member : undefined
      }
      for (const [id, x, z, heading] of moved) {
        const member = remote(id)
        if (member) place(member, toFloor({ x, z, heading }))
      }
      for (const [id, gesture] of gestures) {
        const member = remote(id)
        if (member) changesOf(member.hall).gestures.push([id, gesture])
      }
      for (const id of went) {
        const member = remote(id)
        if (member) remove(member)
      }
      return replaced
    },

    /** Removes guests of processes that no longer send updates. */
    expire(nowMs: number): void {
      for (const member of members.values())
        if (!isLocal(member) && nowMs - member.seenMs > remoteTimeoutMs) remove(member)
    },

    /**
     * Moves local guests out of halls that two processes have filled at once: those who entered last, so that all
     * processes decide alike.
     */
    resolveOverflow(): { id: string; hall: number }[] {
      const found: { id: string; hall: number }[] = []
      for (const hall of new Set([...members.values()].map((member) => member.hall))) {
        const ranked = membersOf(hall).toSorted(
          (one, other) => one.enteredMs - other.enteredMs || (one.id < other.id ? -1 : 1),
        )
        for (const member of ranked.slice(capacity).filter(isLocal)) {
          remove(member)
          const next = { ...member, hall: freeHall() }
          add(next)
          dropId(news.guests, ([id]) => id === next.id)
          news.guests.push(recordOf(next))
          found.push({ id: next.id, hall: next.hall })
        }
      }
      return found
    },

    guestsOf: (hall: number): Guest[] =>
      membersOf(hall).map(({ id, name, x, z, heading }) => ({ id, name, x, z, heading })),
    /** Finds a guest of any process. */
    find: (id: string): { hall: number; name: string } | undefined => members.get(id),
    /** Returns the number of guests of all processes. */
    count: () => members.size,

    /** Returns the changes since the last call for the guests of this process, by hall. */
    drainChanges(): Map<number, HallChanges> {
      const drained = changes
      changes = new Map()
      return drained
    },

    /** Returns the updates of this process since the last call. `isComplete` includes all of its guests. */
    drainNews({ isComplete }: { isComplete: boolean }): HallNews {
      const drained = news
      news = emptyNews()
      if (isComplete) drained.guests = [...members.values()].filter(isLocal).map(recordOf)
      return drained
    },
  }
}

/** Register of all guests. */
export type HallRegister = ReturnType<typeof createHallRegister>

function emptyNews(): HallNews {
  return { guests: [], moved: [], gestures: [], went: [] }
}

function recordOf({ id, name, hall, enteredMs, x, z, heading }: Member): HallNews['guests'][number] {
  return [id, name, hall, enteredMs, x, z, heading]
}

function dropId<Item>(list: Item[], isDropped: (item: Item) => boolean): void {
  for (let index = list.length - 1; index >= 0; index -= 1) if (isDropped(list[index]!)) list.splice(index, 1)
}
