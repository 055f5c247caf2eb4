/*
 * Rules of the voice chat that the server and browsers share. Sound goes from browser to browser; the server only says
 * who may talk, and passes on the messages with which two browsers of one hall find each other.
 */

/** Maximum number of guests of one hall who talk at the same time. */
export const maxSpeakers = 8

/** Time in milliseconds after which a guest has to press the button again. */
export const maxTalkMs = 120_000

/** Number of guests with different network addresses whose reports silence a guest. */
export const reportsToSilence = 3

/** Time in milliseconds for which a report counts, and for which a reported guest is silent. */
export const silenceMs = 60 * 60_000

/** Maximum length of a session description, in characters; one of an audio connection has about 2,000. */
export const maxSdpLength = 5_000

/** Message by which two browsers connect; the server passes it on within a hall. */
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

/** A server that helps browsers to reach each other, as `RTCPeerConnection` takes it. */
export type VoiceServer = { urls: string[]; username?: string; credential?: string }

/**
 * Terms that visitors see before they join: if the owner allows voice chat, and the hosts that take part. `helpers`
 * learn the visitor's address, `relays` also pass the sound on.
 */
export type VoiceTerms = { isOn: boolean; helpers: string[]; relays: string[] }

/** Ids of the guests in the voice chat of a hall: those who only listen at the moment, and those who talk. */
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
