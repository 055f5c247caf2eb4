import { Conversation } from '@elevenlabs/client'
import audioConcatProcessor from '@elevenlabs/client/worklets/audioConcatProcessor.js?url'
import rawAudioProcessor from '@elevenlabs/client/worklets/rawAudioProcessor.js?url'
import { cutText } from '#shared/cut-text.ts'
import type { AgentCommand } from '#features/voice/contract.ts'
import resampler from './resampler-worklet.ts?worker&url'
import { connectWithin } from './connect.ts'

/** What a call tells while it goes on. */
export type CallEvents = {
  onSaid(from: 'you' | 'agent', text: string): void
  /** The agent said something else than it had begun to. */
  onCorrected(text: string): void
  onMode(mode: 'listening' | 'speaking'): void
  /** Somebody is heard, whether or not words came of it. */
  onActivity(): void
  /** It ended, and not by us. */
  onEnded(reason: 'agent' | 'error'): void
  /** A tool of the agent asks for an act here; what is returned is told to the agent. */
  onCommand(wish: AgentCommand['wish'], name: string): Promise<string>
}

/** A conversation with the agent that is under way. */
export type Call = { send(text: string): void; setMuted(isMuted: boolean): void; end(): Promise<void> }

/** How sure the agent's ear must be that this is a voice. */
const voiceScore = 0.6

/**
 * Connects to the agent. Only ever loaded after the visitor consented: nothing else of the site knows the agent's
 * client.
 *
 * @param url The address the server answered, good for this conversation.
 * @param userId A name of this conversation alone; left out, some builds of the client would make one of the browser.
 * @param signal Gives the connection up while it is being made.
 * @throws MicrophoneRefused or whatever else kept it from beginning, silence of the agent included.
 */
export async function startCall(url: string, userId: string, events: CallEvents, signal: AbortSignal): Promise<Call> {
  const spoken = (parameters: unknown, ...names: string[]) => {
    const given = parameters && typeof parameters === 'object' ? (parameters as Record<string, unknown>) : {}
    return cutText(String(names.map((name) => given[name]).find((value) => typeof value === 'string') ?? ''), 200)
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
