import { createStore } from 'zustand'
import { addSource, type SourceHandle } from '#ui/audio/speaker.ts'
import type { PersonaAnswer, VoiceKind, AgentCommand } from '#features/voice/contract.ts'
import { endSessionPath, messagesPath, startDelayMs, talkLimits } from '#features/voice/constants.ts'
import type { Call } from './agent-call.ts'
import { impossible, openAgentCall, runAgentCommand } from './agent-session.ts'
import { type ConversationView, freshView } from './conversation-view.ts'
import { probeMicrophone } from '../speech/microphone.ts'
import { post, type Problem } from './post.ts'
import type { Entry, NoteKey } from './transcript.ts'
import { createBrowserSpeech } from '../speech/browser-speech.ts'
import { createSpokenAnswers } from '../speech/spoken-answers.ts'

/**
 * A conversation by voice and by text. It is an audio source: talking stops other audio, and other audio ends the talk.
 */
export type Conversation = ReturnType<typeof createConversation>

/** Creates a conversation. It uses neither network nor microphone before the visitor talks or types. */
export function createConversation({ slug, kind, locale }: { slug: string; kind: VoiceKind; locale: string }) {
  const isBuiltIn = kind === 'built-in'
  const fresh = { ...freshView, isVoiceOn: isBuiltIn }
  const { getState, getInitialState, setState: update, subscribe } = createStore<ConversationView>(() => fresh)
  let source: SourceHandle | undefined
  /** Undefined for the agent, which has its own voice. */
  let answers: ReturnType<typeof createAnswers> | undefined
  let call: Call | undefined
  /** Aborts a pending connection. */
  let connecting: AbortController | undefined
  let session: string | undefined
  /** Incremented by every start and end; work started with an older value is stale. */
  let generation = 0
  let lastId = 0
  let [endsAt, lastActivityAt, ticking] = [0, 0, 0]
  /** Starts the audio source, for a call or for one spoken answer. */
  let startSource: () => Promise<void> | void = begin

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
    answers?.stop()
    if (session) void post(endSessionPath(session), {}, { keepalive: true })
    connecting = undefined
    call = undefined
    session = undefined
  }
  function finish(note?: NoteKey): void {
    release()
    update({ phase: 'typing', silenceLeft: undefined, secondsLeft: undefined })
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
    // Entries are re-rendered when the call starts; clearing `isAsked` keeps completed actions from counting down
    // again.
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
    if (isBuiltIn) return listen(isStale)
    connecting = new AbortController()
    const guarded =
      <Args extends unknown[]>(run: (...args: Args) => void) =>
      (...args: Args) => {
        if (isStale()) return
        markActivity()
        run(...args)
      }
    const opened = await openAgentCall({
      slug,
      isStale,
      signal: connecting.signal,
      onReserved: (id) => (session = id),
      events: {
        onSaid: guarded((from, text) => add(from, text)),
        onCorrected: guarded(correct),
        onMode: guarded((mode) => update({ mode })),
        onActivity: guarded(() => undefined),
        onEnded: guarded((reason) => {
          finish(reason === 'agent' ? 'agent-ended' : 'lost')
          source?.ended()
        }),
        onCommand: (command, named) => handleCommand(command, named),
      },
    })
    if (opened.kind === 'stale') return
    if (opened.kind === 'failed') return fail(opened.problem)
    if (opened.kind === 'built-in') {
      finish(opened.reason)
      return source?.failed()
    }
    call = opened.call
    endsAt = performance.now() + opened.seconds * 1000
    startTalking({ secondsLeft: opened.seconds })
  }

  function startTalking(view: Partial<ConversationView>): void {
    markActivity()
    update({ phase: 'talking', mode: 'listening', isMuted: false, ...view })
    ticking = window.setInterval(tick, 1000)
  }

  /** Starts a conversation with the built-in persona, which receives text from the browser's speech recognition. */
  function listen(isStale: () => boolean): void {
    const listening = answers?.listen({
      onActivity: markActivity,
      async onUtterance(text) {
        if (await submit(text)) add('note', '', { note: 'not-answered' })
      },
      onFailed: (key) => !isStale() && fail({ key }),
    })
    if (!listening) return fail({ key: 'no-recognition' })
    endsAt = Number.POSITIVE_INFINITY
    call = { send: (text) => void submit(text), setMuted: listening.setMuted, end: async () => listening.stop() }
    startTalking({ secondsLeft: undefined })
  }

  function tick(): void {
    const now = performance.now()
    const secondsLeft = endsAt === Number.POSITIVE_INFINITY ? undefined : Math.max(0, Math.ceil((endsAt - now) / 1000))
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
    const { action, says } = await runAgentCommand(slug, command, named)
    if (mine !== generation) return impossible
    if (action) add('agent', '', { actions: [action], isAsked: command !== 'on-air' })
    return says
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
        start: () => startSource(),
        stop: () => (isOn() ? finish('other-audio') : answers?.stop()),
      })
      source = own
      answers = isBuiltIn ? createAnswers() : undefined
      return () => {
        release()
        answers?.dispose()
        own.dispose()
        update(fresh)
      }
    },
    /** Starts a call and requests the microphone; must be called inside the click that consents. */
    talk() {
      answers?.unlock()
      startSource = begin
      source?.play()
    },
    /** Continues by text; must be called inside a click, so that answers can be heard. */
    type() {
      answers?.unlock()
      update({ phase: 'typing', error: undefined })
    },
    /** Ends the call and the speech on the visitor's request. */
    end: () => (isOn() ? close('ended') : hush()),
    /** Ends the speech; a call continues. */
    hush,
    /** Speaks an answer again; must be called inside a click. */
    hear(entry: Entry) {
      answers?.unlock()
      sayAloud(entry.text)
    },
    toggleVoice() {
      const isVoiceOn = !getState().isVoiceOn
      if (!isVoiceOn) hush()
      update({ isVoiceOn })
    },
    toggleMute,
    /** Confirms that the visitor is still there. */
    stay() {
      markActivity()
      update({ silenceLeft: undefined })
    },
    /** Sends a message. @returns The error if it failed. */
    async send(text: string): Promise<Problem | undefined> {
      if (call && !isBuiltIn) {
        markActivity()
        call.send(text)
        add('you', text)
        return undefined
      }
      answers?.unlock()
      return submit(text)
    },
  }

  /** Sends a message to the built-in persona, and speaks its answer if speech is enabled. */
  async function submit(text: string): Promise<Problem | undefined> {
    hush()
    markActivity()
    update({ isWaiting: true })
    const answer = await post<PersonaAnswer>(messagesPath, { artist: slug, text })
    update({ isWaiting: false })
    markActivity()
    if (!answer.ok) return answer.problem
    const { text: answerText, ...more } = answer.reply
    add('you', text)
    add('persona', answerText, { sources: more.sources, actions: more.actions, isAsked: more.isAsked })
    if (getState().isVoiceOn) sayAloud(answerText)
    return undefined
  }

  /** Speaks an answer: within a call at once, otherwise as a separate audio source that pauses the radio. */
  function sayAloud(text: string): void {
    if (call) return void answers?.speak(text)
    startSource = () => answers?.speak(text)
    source?.play()
  }

  function createAnswers() {
    return createSpokenAnswers({
      speech: createBrowserSpeech({ slug, locale }),
      locale,
      onCaption: (caption, isSpeaking) => update({ caption, mode: isSpeaking ? 'speaking' : 'listening' }),
      onOver(outcome) {
        markActivity()
        if (outcome === 'refused' || outcome === 'failed') add('note', '', { note: `voice-${outcome}` })
        if (!call && outcome === 'ended') source?.ended()
        else if (!call) source?.failed()
      },
    })
  }

  /** Ends the speech; outside of a call the radio may resume. */
  function hush(): void {
    if (getState().mode === 'speaking' && !call) source?.pause()
    answers?.stop()
  }

  function toggleMute(): void {
    const isMuted = !getState().isMuted
    call?.setMuted(isMuted)
    update({ isMuted })
  }
}
