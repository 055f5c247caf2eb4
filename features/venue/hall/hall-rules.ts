/*
 * Rules of our own venue that the server and browsers share: how many guests a hall holds, where they may stand, how
 * fast they walk and what they can do. Separate from the messages, so that browsers load no schemas.
 */
import type { VoiceReply, VoiceRequest } from './voice-rules.ts'

/** Path of the WebSocket of the venue. */
export const hallSocketPath = '/api/venue/hall'

/** Maximum number of guests in one hall; further guests get another hall. */
export const hallCapacity = 50

/** Gestures in the order of their buttons. There is no text chat, so no text has to be moderated. */
export const gestures = ['wave', 'clap', 'sway', 'dance', 'jump', 'bow', 'cheer', 'sit'] as const

/** One of {@link gestures}. */
export type Gesture = (typeof gestures)[number]

/** Duration of a gesture in milliseconds; `sit` lasts until the guest walks. */
export const gestureMs = 3_000

/** Edges of the floor in centimeters; the stage lies beyond its front edge, at smaller `z`. */
export const floor = { minX: -1200, maxX: 1200, minZ: -300, maxZ: 2200 } as const

/** Center of the stage, in centimeters. */
export const stageCentre = { x: 0, z: -800 } as const

/** Walking speed in centimeters per second. */
export const walkingSpeed = 320

/** Position of a guest in centimeters, and the direction as an angle in hundredths of a radian, 0 facing the stage. */
export type Spot = { x: number; z: number; heading: number }

/** A guest as others see them. `id` also determines the appearance. */
export type Guest = Spot & { id: string; name: string }

/** Event that is announced (`doors`, up to 15 minutes before its start) or running (`live`). */
export type StageEvent = { key: string; title: string; state: 'doors' | 'live'; startsAtMs: number; endsAtMs: number }

/** Audio and image of the stage; `silent` while there is neither a station nor a set list. */
export type Stage = {
  source: 'station' | 'set-list' | 'silent'
  title: string
  artist: string
  /** Slug of the figure on the plate. */
  figure: string
  /** Path of the artwork on this site. */
  art: string
  /** Address of the audio: the stream of the station, or the recording of the set list. */
  audio: string
  /** Start of the recording by the clock of the site, Unix milliseconds. */
  startsAtMs: number
  /** A stream begins this many milliseconds before the time at which it was requested; 0 for a recording. */
  burstMs: number
  /** Path of the recording's levels, which drive the plate, or null. */
  levels: string | null
  event: StageEvent | null
}

/** Changes in a hall since the previous message; lists may be empty. */
export type HallChanges = {
  came: Guest[]
  /** Ids of guests who left. */
  went: string[]
  moved: [id: string, x: number, z: number, heading: number][]
  gestures: [id: string, gesture: Gesture][]
}

/** A message of the server; `nowMs` is the clock of the site. */
export type ServerMessage =
  | { type: 'welcome'; id: string; hall: number; nowMs: number; guests: Guest[]; stage: Stage }
  | ({ type: 'changes' } & HallChanges)
  | { type: 'stage'; nowMs: number; stage: Stage }
  | { type: 'pong'; sentMs: number; nowMs: number }
  | VoiceReply

/** A message of a guest. `session` is a secret of the browser tab, from which the server derives the public id. */
export type GuestMessage =
  | { type: 'enter'; session: string; spot?: Spot }
  | ({ type: 'move' } & Spot)
  | { type: 'gesture'; gesture: Gesture }
  | { type: 'ping'; sentMs: number }
  | VoiceRequest

/** WebSocket close codes of the venue; browsers reconnect after all others. */
export const closeCodes = {
  /** The message was invalid, too large for its kind, or not allowed at this time. */
  invalid: 4400,
  /** Too many messages. */
  flood: 4429,
  /** The same session has entered again elsewhere. */
  replaced: 4409,
  /** Too many guests from one address, or on this process. */
  full: 4503,
  /** Too many entries from one address within a minute. */
  tooOften: 4430,
  /** The message is too large for its kind. @see https://www.iana.org/assignments/websocket */
  tooLarge: 1009,
} as const

/** Returns the nearest position on the floor, in whole centimeters and with a heading within one turn. */
export function toFloor({ x, z, heading }: Spot): Spot {
  const within = (value: number, min: number, max: number) => Math.round(Math.min(max, Math.max(min, value)))
  const circle = Math.round(200 * Math.PI)
  return {
    x: within(x, floor.minX, floor.maxX),
    z: within(z, floor.minZ, floor.maxZ),
    heading: ((Math.round(heading) % circle) + circle) % circle,
  }
}

/** Returns the area of the floor that contains a position, from the stage to the back. */
export function areaOf({ z }: Pick<Spot, 'z'>): 'front' | 'middle' | 'back' {
  return z < 300 ? 'front' : z < 1200 ? 'middle' : 'back'
}

/** Returns the volume of the stage at a position, 1 in front and 0.25 at the back. */
export function loudnessAt({ x, z }: Pick<Spot, 'x' | 'z'>): number {
  const metres = Math.hypot(x - stageCentre.x, z - stageCentre.z) / 100
  return Math.min(1, Math.max(0.25, 1 - (metres - 7) * 0.035))
}

/** Returns the position of a new guest: spread over the middle of the floor by a seed, facing the stage. */
export function spotOfNewGuest(seed: number): Spot {
  const x = ((seed >>> 4) % 1600) - 800
  const z = 500 + ((seed >>> 16) % 900)
  return { x, z, heading: Math.atan2(stageCentre.x - x, z - stageCentre.z) * 100 }
}

/** Time in milliseconds after which unconfirmed guests and voices of another process are removed. */
export const remoteTimeoutMs = 3_500
