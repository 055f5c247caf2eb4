import type { VoiceServer, VoiceSignal } from '#features/venue/hall/voice-rules.ts'
import { createPacer } from './voice-pacer.ts'
import { createPeer, type Peer } from './voice-peer.ts'

/** Attempts to reach another guest before the list shows them as unreachable. */
const maxAttempts = 3
const retryMs = 1_000

type Deps = {
  ownId: () => string | undefined
  send(to: string, signal: VoiceSignal): void
  /** Returns whether a connection to a guest is needed: one of the two talks. */
  isNeeded(id: string): boolean
  /** Returns whether a guest may be heard. */
  isAudible(id: string): boolean
  onUnreachable(id: string): void
  /** Called when a connection is made, possibly to a guest who was unreachable before. */
  onReached(id: string): void
}

/** Creates the connections to other guests of the hall, and plays their audio. */
export function createConnections({ ownId, send, isNeeded, isAudible, onUnreachable, onReached }: Deps) {
  const connections = new Map<string, Peer>()
  const sounds = new Map<string, HTMLAudioElement>()
  const attempts = new Map<string, number>()
  const pacer = createPacer<{ to: string; signal: VoiceSignal }>(({ to, signal }) => send(to, signal))
  let iceServers: VoiceServer[] = []
  let track: MediaStreamTrack | null = null

  function create(id: string): Peer {
    drop(id)
    const peer = createPeer({
      iceServers,
      send: (signal) => pacer.push({ to: id, signal }),
      onAudio: (stream) => play(id, stream),
      onConnected: () => {
        attempts.delete(id)
        onReached(id)
      },
      onLost: () => {
        if (connections.get(id) !== peer) return
        drop(id)
        retry(id)
      },
    })
    peer.setTrack(track)
    connections.set(id, peer)
    return peer
  }

  function retry(id: string): void {
    const count = (attempts.get(id) ?? 0) + 1
    attempts.set(id, count)
    if (count >= maxAttempts) return onUnreachable(id)
    // The visitor may have left the voice chat in the meantime, which clears the attempts.
    setTimeout(() => attempts.has(id) && isNeeded(id) && connect(id), retryMs)
  }

  function play(id: string, stream: MediaStream): void {
    const sound = sounds.get(id) ?? new Audio()
    sounds.set(id, sound)
    sound.srcObject = stream
    sound.muted = !isAudible(id)
    // The element is added to the page, because some browsers play only such elements.
    sound.hidden = true
    sound.dataset['voice'] = id
    document.body.append(sound)
    sound.play().catch(() => undefined)
  }

  function drop(id: string): void {
    connections.get(id)?.close()
    connections.delete(id)
    const sound = sounds.get(id)
    sounds.delete(id)
    if (!sound) return
    sound.srcObject = null
    sound.remove()
  }

  function connect(id: string): void {
    if (!connections.has(id)) create(id).offer()
  }

  return {
    /** Connects to a guest, if there is no connection yet. */
    connect,
    setServers(servers: VoiceServer[]): void {
      iceServers = servers
    },
    /** Handles a message that another guest's browser sent through the server. */
    receive(id: string, signal: VoiceSignal): void {
      const peer = connections.get(id)
      if (signal.kind === 'candidate') return peer?.addCandidate(signal.candidate)
      if (signal.kind === 'answer') return peer?.accept(signal.sdp)
      // Both have sent an offer at once: the offer of the smaller id counts.
      if (peer?.isOffering() && (ownId() ?? '') < id) return
      create(id).answer(signal.sdp)
    },
    /** Sends the microphone to all guests, or nothing. */
    setTrack(next: MediaStreamTrack | null): void {
      track = next
      for (const peer of connections.values()) peer.setTrack(next)
    },
    /** Closes the connections to all guests except these. */
    retain(ids: ReadonlySet<string>): void {
      for (const id of connections.keys()) if (!ids.has(id)) drop(id)
      for (const id of attempts.keys()) if (!ids.has(id)) attempts.delete(id)
    },
    /** Mutes and unmutes guests according to {@link Deps.isAudible}. */
    applyAudible(): void {
      for (const [id, sound] of sounds) {
        sound.muted = !isAudible(id)
        if (sound.paused && !sound.muted) sound.play().catch(() => undefined)
      }
    },
    closeAll(): void {
      pacer.clear()
      for (const id of connections.keys()) drop(id)
      attempts.clear()
    },
  }
}
