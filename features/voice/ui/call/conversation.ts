import { createStore } from 'zustand'
import { addSource, type SourceHandle } from '#ui/audio/speaker.ts'
import type { PersonaAnswer, SessionReply, VoiceAction, VoiceKind, AgentCommand } from '#features/voice/contract.ts'
import {
  endSessionPath,
  messagesPath,
  sessionsPath,
  startDelayMs,
  talkLimits,
  commandsPath,
} from '#features/voice/constants.ts'
import type { Call, CallEvents } from './agent-call.ts'
import { MicrophoneRefused, probeMicrophone } from './microphone.ts'
import { post, type Problem } from './post.ts'
import type { Entry, NoteKey } from './transcript.ts'

/**
 * Phase of the panel: `card` before the start, `asking` for the microphone, `connecting`, `talking`, or `typing` with
 * the built-in persona.
 */
export type Phase = 'card' | 'asking' | 'connecting' | 'talking' | 'typing'

/** State shown by the panel. */
export type ConversationView = {
  phase: Phase
  /** Error that prevented the start; undefined without one. */
  error: Problem | undefined
  entries: readonly Entry[]
  /** An answer of the built-in persona is pending. */
  isWaiting: boolean
  mode: 'listening' | 'speaking'
  isMuted: boolean
  /** Seconds left of the reserved time. */
  secondsLeft: number
  /** Seconds until silence ends the call; undefined before the warning. */
  silenceLeft: number | undefined
}

/**
 * A conversation by voice and by text. It is an audio source: talking stops other audio, and other audio ends the talk.
 */
export type Conversation = ReturnType<typeof createConversation>

const freshView: ConversationView = {
  phase: 'card',
  error: undefined,
  entries: [],
  isWaiting: false,
  mode: 'listening',
  isMuted: false,
  secondsLeft: 0,
  silenceLeft: undefined,
}

/** Creates a conversation. It uses neither network nor microphone before the visitor talks or types. */
export function createConversation({ slug }: { slug: string; kind: VoiceKind }) {
  const { getState, getInitialState, setState: update, subscribe } = createStore<ConversationView>(() => freshView)
  let source: SourceHandle | undefined
  let call: Call | undefined
  /** Aborts a pending connection. */
  let connecting: AbortController | undefined
  let session: string | undefined
  /** Incremented by every start and end; work started with an older value is stale. */
  let generation = 0
  let lastId = 0
  let [endsAt, lastActivityAt, ticking] = [0, 0, 0]

  const add = (from: Entry['from'], text: string, more: Partial<Entry> = {}) => {
    const entry: Entry = {
      id: (lastId += 1),
      from,
      text,
      note: undefined,
      sources: [],
      actions: [],
      isAsked: false,
      ...more,
    }
    update({ entries: [...getState().entries, entry] })
  }
  const isOn = () => ['asking', 'connecting', 'talking'].includes(getState().phase)
  const markActivity = () => (lastActivityAt = performance.now())

  /** Releases the call and the reservation; does nothing if there is none. */
  function release(): void {
    generation += 1
    clearInterval(ticking)
    connecting?.abort()
    call?.end().catch(() => undefined)
    if (session) void post(endSessionPath(session), {}, { keepalive: true })
    connecting = undefined
    call = undefined
    session = undefined
  }
  function finish(note?: NoteKey): void {
    release()
    update({ phase: 'typing', silenceLeft: undefined })
    if (note) add('note', '', { note })
  }
  function fail(error: Problem): void {
    release()
    update({ phase: 'card', error })
    source?.failed()
  }

  async function begin(): Promise<void> {
    const mine = (generation += 1)
    const isStale = () => mine !== generation
    // Entries are re-rendered when the call starts; clearing `isAsked` keeps finished actions from counting down again.
    update({
      phase: 'asking',
      error: undefined,
      entries: getState().entries.map((entry) => ({ ...entry, isAsked: false })),
    })
    const problem = await probeMicrophone(navigator.mediaDevices)
    if (isStale()) return
    if (problem) return fail({ key: problem })
    update({ phase: 'connecting' })
    await new Promise((done) => setTimeout(done, startDelayMs))
    if (isStale()) return
    // The client is loaded first, so that seconds are reserved only when they can be used.
    const client = await import('./agent-call.ts').catch(() => undefined)
    if (isStale()) return
    if (!client) return fail({ key: 'widget-failed' })
    const asked = await post<SessionReply>(sessionsPath, { artist: slug })
    if (asked.ok && asked.reply.kind === 'agent' && isStale())
      void post(endSessionPath(asked.reply.id), {}, { keepalive: true })
    if (isStale()) return
    if (!asked.ok) return fail(asked.code === 'too-many-requests' ? asked.problem : { key: 'widget-failed' })
    if (asked.reply.kind === 'built-in') {
      finish(asked.reply.reason)
      return source?.failed()
    }
    const { id, url, seconds } = asked.reply
    session = id
    connecting = new AbortController()
    const guarded =
      <Given extends unknown[]>(run: (...given: Given) => void) =>
      (...given: Given) => {
        if (isStale()) return
        markActivity()
        run(...given)
      }
    try {
      const events: CallEvents = {
        onSaid: guarded((from, text) => add(from, text)),
        onCorrected: guarded(correct),
        onMode: guarded((mode) => update({ mode })),
        onActivity: guarded(() => undefined),
        onEnded: guarded((reason) => {
          finish(reason === 'agent' ? 'agent-ended' : 'lost')
          source?.ended()
        }),
        onCommand: (command, named) => handleCommand(command, named),
      }
      const begun = await client.startCall(url, id, events, connecting.signal)
      if (isStale()) return void begun.end().catch(() => undefined)
      call = begun
    } catch (error) {
      if (!isStale()) fail({ key: error instanceof MicrophoneRefused ? error.problem : 'widget-failed' })
      return
    }
    endsAt = performance.now() + seconds * 1000
    markActivity()
    update({ phase: 'talking', mode: 'listening', isMuted: false, secondsLeft: seconds })
    ticking = window.setInterval(tick, 1000)
  }

  function tick(): void {
    const now = performance.now()
    const secondsLeft = Math.max(0, Math.ceil((endsAt - now) / 1000))
    const silence = getState().mode === 'speaking' ? 0 : (now - lastActivityAt) / 1000
    const silenceLeft = Math.ceil(talkLimits.idleSeconds - silence)
    if (secondsLeft === 0) return close('time-limit')
    if (silenceLeft <= 0) return close('silence')
    update({ secondsLeft, silenceLeft: silenceLeft <= talkLimits.idleWarningSeconds ? silenceLeft : undefined })
  }

  /** Ends the call from this side and releases the audio. */
  function close(note: NoteKey): void {
    finish(note)
    source?.pause()
  }

  function correct(text: string): void {
    const at = getState().entries.findLastIndex(({ from }) => from === 'agent')
    if (at >= 0)
      update({ entries: getState().entries.map((entry, place) => (place === at ? { ...entry, text } : entry)) })
  }

  async function handleCommand(command: AgentCommand['wish'], named: string): Promise<string> {
    const mine = generation
    const answer = await post<{ action: VoiceAction | null; says: string }>(commandsPath, {
      artist: slug,
      wish: command,
      name: named,
    })
    if (!answer.ok || mine !== generation) return 'That is not possible right now.'
    if (answer.reply.action) add('agent', '', { actions: [answer.reply.action], isAsked: command !== 'on-air' })
    return answer.reply.says
  }

  return {
    getState,
    getInitialState,
    subscribe,
    /** Registers the audio source. @returns Function that ends the call and removes the source. */
    attach() {
      const own = addSource({
        id: `voice:${slug}`,
        kind: 'voice',
        abilities: { canSeek: false, returns: false },
        controls: {
          toggle: () => isOn() && close('stopped'),
          toggleMute: () => toggleMute(),
          nudgeVolume: () => undefined,
        },
        start: begin,
        stop: () => isOn() && finish('other-audio'),
      })
      source = own
      return () => {
        release()
        own.dispose()
        update(freshView)
      }
    },
    /** Starts a call and requests the microphone; must be called inside the click that consents. */
    talk: () => source?.play(),
    /** Continues by text. */
    type: () => update({ phase: 'typing', error: undefined }),
    /** Ends the call on the visitor's request. */
    end: () => isOn() && close('ended'),
    toggleMute,
    /** Confirms that the visitor is still there. */
    stay() {
      markActivity()
      update({ silenceLeft: undefined })
    },
    /** Sends a message. @returns What went wrong if it failed. */
    async send(text: string): Promise<Problem | undefined> {
      if (call) {
        markActivity()
        call.send(text)
        add('you', text)
        return undefined
      }
      update({ isWaiting: true })
      const answer = await post<PersonaAnswer>(messagesPath, { artist: slug, text })
      update({ isWaiting: false })
      if (!answer.ok) return answer.problem
      const { text: said, sources, actions, isAsked } = answer.reply
      add('you', text)
      add('persona', said, { sources, actions, isAsked })
      return undefined
    },
  }

  function toggleMute(): void {
    const isMuted = !getState().isMuted
    call?.setMuted(isMuted)
    update({ isMuted })
  }
}
