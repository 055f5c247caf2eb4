import { createStore, type StoreApi } from 'zustand/vanilla'
import type { ServerMessage } from '#features/venue/hall/hall-rules.ts'
import type { ReportOutcome, TalkRefusal } from '#features/venue/hall/voice-rules.ts'
import type { HallClient } from './hall-client.ts'
import type { StageSound } from './stage-sound.ts'
import type { VenuePart } from './venue-source.ts'
import { type MicrophoneProblem, problemOf, requestMicrophone } from './microphone.ts'
import { createConnections } from './voice-connections.ts'

/** State of the voice chat for components. */
export type VoiceView = {
  /** `asking`: waiting for the permission of the browser and the response of the server. */
  status: 'off' | 'asking' | 'on'
  problem: MicrophoneProblem | undefined
  /** `asked`: waiting for the permission of the server. */
  talk: 'muted' | 'asked' | 'talking'
  refusal: TalkRefusal | undefined
  /** False while other audio of the page plays. */
  isHeard: boolean
  /** Ids of guests whom the visitor has muted or who cannot be reached, and the results of reports. */
  mutedIds: ReadonlySet<string>
  unreachableIds: ReadonlySet<string>
  reports: ReadonlyMap<string, ReportOutcome>
}

/** Number of connections made before anyone talks, so that the first words are heard in a small group. */
const preparedConnections = 8

/** The visitor's connection to the voice chat of the hall. */
export type VoiceClient = ReturnType<typeof createVoiceClient>

type Deps = {
  hall: Pick<HallClient, 'view' | 'say' | 'listen'>
  sound: Pick<StageSound, 'source' | 'duck'>
}

/** Creates the voice chat. It uses neither the microphone nor the network before `join`. */
export function createVoiceClient({ hall, sound }: Deps) {
  const view: StoreApi<VoiceView> = createStore<VoiceView>(() => ({
    status: 'off',
    problem: undefined,
    talk: 'muted',
    refusal: undefined,
    isHeard: false,
    mutedIds: new Set(),
    unreachableIds: new Set(),
    reports: new Map(),
  }))
  const { getState, setState } = view
  let microphone: MediaStreamTrack | undefined
  /** Number of the newest microphone request; the result of an older one is discarded. */
  let requests = 0
  let wantsToTalk = false
  let isPrepared = false

  const ownId = () => hall.view.getState().id
  const voices = () => hall.view.getState().voices
  const connections = createConnections({
    ownId,
    send: (to, signal) => hall.say({ type: 'signal', to, signal }),
    isNeeded: (id) => getState().talk === 'talking' || voices().speaking.includes(id),
    // Only guests whom the server lets talk are audible, whatever their browsers send.
    isAudible: (id) => getState().isHeard && voices().speaking.includes(id) && !getState().mutedIds.has(id),
    onUnreachable: (id) => setState(({ unreachableIds }) => ({ unreachableIds: new Set([...unreachableIds, id]) })),
    onReached: (id) =>
      setState(({ unreachableIds }) => ({
        unreachableIds: unreachableIds.has(id)
          ? new Set([...unreachableIds].filter((one) => one !== id))
          : unreachableIds,
      })),
  })

  const part: VenuePart = {
    start() {
      setState({ isHeard: true })
      connections.applyAudible()
    },
    stop() {
      mute()
      setState({ isHeard: false })
      connections.applyAudible()
    },
  }

  const others = () => [...voices().listening, ...voices().speaking].filter((id) => id !== ownId())

  function applyVoices(): void {
    if (getState().status !== 'on') return
    const present = others()
    connections.retain(new Set(present))
    if (getState().talk === 'talking') present.forEach(connections.connect)
    else if (!isPrepared && voices().listening.includes(ownId() ?? '')) {
      isPrepared = true
      present.slice(-preparedConnections).forEach(connections.connect)
    }
    connections.applyAudible()
    duck()
  }

  function duck(): void {
    const isOtherHeard = voices().speaking.some((id) => id !== ownId() && !getState().mutedIds.has(id))
    sound.duck(getState().status === 'on' && getState().isHeard && (isOtherHeard || getState().talk === 'talking'))
  }

  /** Stops sending the microphone at once, and then notifies the server. */
  function mute(): void {
    wantsToTalk = false
    if (microphone) microphone.enabled = false
    connections.setTrack(null)
    if (getState().talk === 'muted') return
    setState({ talk: 'muted' })
    hall.say({ type: 'talk', isOn: false })
    duck()
  }

  function receive(message: ServerMessage): void {
    if (getState().status === 'off') return
    switch (message.type) {
      case 'welcome':
        // Another hall or a new connection: in either case this guest is no longer in the voice chat.
        mute()
        connections.closeAll()
        isPrepared = false
        setState({ unreachableIds: new Set() })
        return hall.say({ type: 'voice', isOn: true })
      case 'voice':
        if (!message.isOn) leave()
        return
      case 'voice-joined':
        connections.setServers(message.iceServers)
        // After a reconnect, other audio that has started in the meantime keeps playing.
        if (getState().status === 'asking') sound.source.turnOn(part)
        setState({ status: 'on' })
        return applyVoices()
      case 'voices':
        return applyVoices()
      case 'talk':
        return message.isOn ? startTalking() : refuse(message.refusal)
      case 'signal':
        return connections.receive(message.from, message.signal)
      case 'reported':
        return setState(({ reports }) => ({ reports: new Map([...reports, [message.id, message.outcome]]) }))
      // The hall handles these messages.
      case 'changes':
      case 'stage':
      case 'pong':
    }
  }

  function startTalking(): void {
    // The button was released before the response arrived.
    if (!wantsToTalk || !microphone) return hall.say({ type: 'talk', isOn: false })
    microphone.enabled = true
    setState({ talk: 'talking' })
    connections.setTrack(microphone)
    applyVoices()
  }

  function refuse(refusal: TalkRefusal): void {
    wantsToTalk = false
    if (microphone) microphone.enabled = false
    connections.setTrack(null)
    setState({ talk: 'muted', refusal })
    duck()
  }

  function leave(): void {
    mute()
    connections.closeAll()
    microphone?.stop()
    microphone = undefined
    isPrepared = false
    if (getState().status !== 'off') hall.say({ type: 'voice', isOn: false })
    setState({ status: 'off', refusal: undefined, unreachableIds: new Set() })
    sound.source.turnOff(part)
    sound.duck(false)
  }

  const stopListening = hall.listen(receive)

  return {
    view,
    /** Requests the microphone and joins, muted. Call it in the visitor's gesture. */
    async join(): Promise<void> {
      if (getState().status !== 'off') return
      setState({ status: 'asking', problem: undefined })
      const request = (requests += 1)
      const isWanted = () => request === requests && getState().status === 'asking'
      try {
        const track = await requestMicrophone(navigator.mediaDevices)
        if (!isWanted()) return track.stop()
        track.enabled = false
        // The microphone was unplugged, or its permission revoked in the browser.
        track.addEventListener('ended', () => {
          leave()
          setState({ problem: 'lost' })
        })
        microphone = track
        hall.say({ type: 'voice', isOn: true })
      } catch (error) {
        if (isWanted()) setState({ status: 'off', problem: problemOf(error) })
      }
    },
    leave,
    /** Talks until {@link VoiceClient.mute}, if the server agrees. */
    talk(): void {
      if (getState().status !== 'on' || wantsToTalk) return
      wantsToTalk = true
      setState({ talk: 'asked', refusal: undefined })
      if (!getState().isHeard) sound.source.turnOn(part)
      hall.say({ type: 'talk', isOn: true })
    },
    mute,
    /** Mutes or unmutes a guest in this browser only. */
    toggleMute(id: string): void {
      setState(({ mutedIds }) => {
        const next = new Set(mutedIds)
        if (!next.delete(id)) next.add(id)
        return { mutedIds: next }
      })
      connections.applyAudible()
      duck()
    },
    /** Reports a guest, who is muted in this browser too. */
    report(id: string): void {
      hall.say({ type: 'report', id })
      if (!getState().mutedIds.has(id)) this.toggleMute(id)
    },
    close(): void {
      leave()
      stopListening()
    },
  }
}
