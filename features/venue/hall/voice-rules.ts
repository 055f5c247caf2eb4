/*
 * Rules of the voice chat that the server and browsers share. Audio goes from browser to browser; the server only
 * decides who may talk, and forwards the messages with which two browsers of one hall connect.
 */

/** Maximum number of guests of one hall who talk at the same time. */
export const maxSpeakers = 8

/** Time in milliseconds after which a guest has to press the button again. */
export const maxTalkMs = 120_000

/** Number of guests with different network addresses whose reports silence a guest. */
export const reportsToSilence = 3

/** Time in milliseconds for which a report counts, and for which a reported guest is silenced. */
export const silenceMs = 60 * 60_000

/** Maximum length of a session description, in characters; that of an audio connection has about 2,000. */
export const maxSdpLength = 5_000

/** Message with which two browsers connect; the server forwards it within a hall. */
export type VoiceSignal = { kind: 'offer' | 'answer'; sdp: string } | { kind: 'candidate'; candidate: string }

/** A message of a guest about the voice chat. `to` and `id` are other guests of the hall. */
export type VoiceRequest =
  | { type: 'voice'; isOn: boolean }
  | { type: 'talk'; isOn: boolean }
  | { type: 'signal'; to: string; signal: VoiceSignal }
  | { type: 'report'; id: string }

/** Reason why a guest may not talk, or may talk no longer. */
export type TalkRefusal = 'full' | 'silenced' | 'too-long'

/** Result of a report. */
export type ReportOutcome = 'counted' | 'not-heard' | 'too-many' | 'failed'

/** A server that helps browsers to connect to each other, as configured in `RTCPeerConnection`. */
export type VoiceServer = { urls: string[]; username?: string; credential?: string }

/**
 * Terms that visitors see before they join: whether the owner allows voice chat, and the hosts that take part.
 * `helpers` learn the visitor's address, `relays` also transmit the audio.
 */
export type VoiceTerms = { isOn: boolean; helpers: string[]; relays: string[] }

/** Ids of the guests in the voice chat of a hall: those who are muted, and those who talk. */
export type Voices = { listening: string[]; speaking: string[] }

/** A message of the server about the voice chat. */
export type VoiceReply =
  | ({ type: 'voice' } & VoiceTerms)
  | ({ type: 'voices' } & Voices)
  | { type: 'voice-joined'; iceServers: VoiceServer[] }
  | { type: 'talk'; isOn: true }
  | { type: 'talk'; isOn: false; refusal: TalkRefusal }
  | { type: 'signal'; from: string; signal: VoiceSignal }
  | { type: 'reported'; id: string; outcome: ReportOutcome }
