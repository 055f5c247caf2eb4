import { Conversation } from '@elevenlabs/client'
import audioConcatProcessor from '@elevenlabs/client/worklets/audioConcatProcessor.js?url'
import rawAudioProcessor from '@elevenlabs/client/worklets/rawAudioProcessor.js?url'
import { cutText } from '#shared/cut-text.ts'
import type { AgentCommand } from '#features/voice/contract.ts'
import resampler from './resampler-worklet.ts?worker&url'
import { connectWithin } from './connect.ts'

/** Callbacks of a call. */
export type CallEvents = {
  onSaid(from: 'you' | 'agent', text: string): void
  /** The agent corrected its last answer. */
  onCorrected(text: string): void
  onMode(mode: 'listening' | 'speaking'): void
  /** Speech was detected, with or without a transcript. */
  onActivity(): void
  /** The call ended from the other side. */
  onEnded(reason: 'agent' | 'error'): void
  /** A tool of the agent requests an action; the result is returned to the agent. */
  onCommand(command: AgentCommand['wish'], name: string): Promise<string>
}

/** A connected conversation with the agent. */
export type Call = { send(text: string): void; setMuted(isMuted: boolean): void; end(): Promise<void> }

/** Minimum score of the agent's voice detection. */
const voiceScore = 0.6

/**
 * Connects to the agent. Loaded only after the visitor consented; no other module imports the agent's client.
 *
 * @param url Address from the server, valid for this conversation.
 * @param userId Id of this conversation only; without it, some builds of the client create one for the browser.
 * @param signal Aborts the connection attempt.
 * @throws MicrophoneRefused, or the error that prevented the start, such as a timeout.
 */
export async function startCall(url: string, userId: string, events: CallEvents, signal: AbortSignal): Promise<Call> {
  const spoken = (parameters: unknown, ...names: string[]) => {
    const values = parameters && typeof parameters === 'object' ? (parameters as Record<string, unknown>) : {}
    return cutText(String(names.map((name) => values[name]).find((value) => typeof value === 'string') ?? ''), 200)
  }
  const start = () =>
    Conversation.startSession({
      signedUrl: url,
      connectionType: 'websocket',
      userId,
      workletPaths: { rawAudioProcessor, audioConcatProcessor },
      libsampleratePath: resampler,
      clientTools: {
        play_track: () => events.onCommand('play-track', ''),
        whats_on_air: () => events.onCommand('on-air', ''),
        open_book: (parameters: unknown) => events.onCommand('open-book', spoken(parameters, 'title', 'book', 'name')),
        open_chapter: (parameters: unknown) =>
          events.onCommand('open-chapter', spoken(parameters, 'title', 'chapter', 'name')),
      },
      onMessage: ({ source, message }) => events.onSaid(source === 'user' ? 'you' : 'agent', message),
      onAgentResponseCorrection: ({ corrected_agent_response: text }) => events.onCorrected(text),
      onModeChange: ({ mode }) => events.onMode(mode),
      onVadScore: ({ vadScore }) => vadScore >= voiceScore && events.onActivity(),
      onDisconnect: ({ reason }) => reason !== 'user' && events.onEnded(reason),
    })
  const call = await connectWithin(start, { signal, url, devices: navigator.mediaDevices })
  return {
    send: (text) => call.sendUserMessage(text),
    setMuted: (isMuted) => call.setMicMuted(isMuted),
    end: () => call.endSession(),
  }
}
