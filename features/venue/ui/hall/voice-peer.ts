import { maxSdpLength, type VoiceServer, type VoiceSignal } from '#features/venue/hall/voice-rules.ts'

/** Time in milliseconds for which a description waits for addresses; later addresses are sent one by one. */
const gatherMs = 400

/** Time in milliseconds after which a connection attempt counts as failed. */
const connectMs = 15_000

/** Dependencies of a connection to another guest. */
export type PeerDeps = {
  iceServers: VoiceServer[]
  send(signal: VoiceSignal): void
  onAudio(stream: MediaStream): void
  /** Called when the connection is made. */
  onConnected(): void
  /** Called once when the connection fails or breaks. */
  onLost(): void
}

/**
 * Connects to another guest for audio in both directions. It is negotiated once: muting replaces the track, and a
 * broken connection is replaced by a new one.
 */
export function createPeer({ iceServers, send, onAudio, onConnected, onLost }: PeerDeps) {
  const connection = new RTCPeerConnection({ iceServers, bundlePolicy: 'max-bundle' })
  const early: RTCIceCandidateInit[] = []
  let isDescribed = false
  let isClosed = false
  let isOfferer = false
  let track: MediaStreamTrack | null = null

  const late = setTimeout(() => connection.connectionState === 'connected' || lose(), connectMs)
  connection.addEventListener('track', ({ track: incoming }) => onAudio(new MediaStream([incoming])))
  connection.addEventListener('connectionstatechange', () => {
    if (connection.connectionState === 'failed') lose()
    else if (connection.connectionState === 'connected' && !isClosed) onConnected()
  })
  connection.addEventListener('icecandidate', ({ candidate }) => {
    if (isDescribed && candidate?.candidate) send({ kind: 'candidate', candidate: candidate.candidate })
  })

  function lose(): void {
    if (isClosed) return
    close()
    onLost()
  }

  function close(): void {
    isClosed = true
    clearTimeout(late)
    connection.close()
  }

  /** Sends the local description with the addresses that are known by then. */
  async function describe(kind: 'offer' | 'answer'): Promise<void> {
    await connection.setLocalDescription()
    await waitForAddresses(connection)
    if (isClosed) return
    isDescribed = true
    send({ kind, sdp: fitDescription(connection.localDescription?.sdp ?? '') })
  }

  async function addEarly(): Promise<void> {
    for (const candidate of early.splice(0)) await connection.addIceCandidate(candidate)
  }

  const applyTrack = () => connection.getTransceivers()[0]?.sender.replaceTrack(track)
  /** An unusable message of the other browser ends the connection. */
  const guard = (work: Promise<unknown>) => void work.catch(lose)

  return {
    /** Offers the connection to the other guest. */
    offer(): void {
      isOfferer = true
      const transceiver = connection.addTransceiver('audio', { direction: 'sendrecv' })
      preferOpus(transceiver)
      guard(applyTrack() ?? Promise.resolve())
      guard(describe('offer'))
    },
    /** Answers the offer of the other guest. */
    answer(sdp: string): void {
      guard(
        (async () => {
          await connection.setRemoteDescription({ type: 'offer', sdp })
          const [transceiver] = connection.getTransceivers()
          if (transceiver) transceiver.direction = 'sendrecv'
          await applyTrack()
          await addEarly()
          await describe('answer')
        })(),
      )
    },
    /** Returns whether an offer of this browser is waiting for its answer. */
    isOffering: () => isOfferer && !connection.remoteDescription,
    accept(sdp: string): void {
      if (connection.signalingState !== 'have-local-offer') return
      guard(connection.setRemoteDescription({ type: 'answer', sdp }).then(addEarly))
    },
    addCandidate(candidate: string): void {
      const init = { candidate, sdpMLineIndex: 0 }
      if (!connection.remoteDescription) early.push(init)
      // An unusable address does not affect the others.
      else connection.addIceCandidate(init).catch(() => undefined)
    },
    /** Sends the microphone, or nothing. */
    setTrack(next: MediaStreamTrack | null): void {
      track = next
      guard(applyTrack() ?? Promise.resolve())
    },
    close,
  }
}

/** A connection to another guest. */
export type Peer = ReturnType<typeof createPeer>

/** Returns a description that the server accepts: if it is too long, its last addresses are removed. */
export function fitDescription(sdp: string): string {
  let fitting = sdp
  while (fitting.length > maxSdpLength) {
    const last = fitting.lastIndexOf('a=candidate:')
    if (last < 0) break
    const end = fitting.indexOf('\n', last)
    fitting = fitting.slice(0, last) + (end < 0 ? '' : fitting.slice(end + 1))
  }
  return fitting
}

function preferOpus(transceiver: RTCRtpTransceiver): void {
  const codecs = RTCRtpReceiver.getCapabilities('audio')?.codecs.filter(({ mimeType }) => /\/opus$/i.test(mimeType))
  if (codecs?.length) transceiver.setCodecPreferences(codecs)
}

function waitForAddresses(connection: RTCPeerConnection): Promise<void> {
  return new Promise((resolve) => {
    if (connection.iceGatheringState === 'complete') return resolve()
    setTimeout(resolve, gatherMs)
    connection.addEventListener('icegatheringstatechange', () => {
      if (connection.iceGatheringState === 'complete') resolve()
    })
  })
}
