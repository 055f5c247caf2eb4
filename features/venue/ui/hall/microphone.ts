/** Reason why the microphone cannot be used; key of the message. */
export type MicrophoneProblem = 'denied' | 'missing' | 'in-use' | 'no-support' | 'lost' | 'failed'

const problems: Record<string, MicrophoneProblem> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'missing',
  OverconstrainedError: 'missing',
  NotReadableError: 'in-use',
  AbortError: 'in-use',
}

/** Returns the reason of a failed {@link requestMicrophone}. */
export function problemOf(error: unknown): MicrophoneProblem {
  const name = error instanceof Error || error instanceof DOMException ? error.name : ''
  return name === 'NotSupportedError' ? 'no-support' : (problems[name] ?? 'failed')
}

/**
 * Requests the microphone.
 *
 * @param devices Undefined on pages without TLS and in browsers without WebRTC.
 * @throws DOMException of the browser, or `NotSupportedError`.
 */
export async function requestMicrophone(
  devices: Partial<Pick<MediaDevices, 'getUserMedia'>> | undefined,
): Promise<MediaStreamTrack> {
  if (!devices?.getUserMedia || !('RTCPeerConnection' in globalThis))
    throw new DOMException('no microphone access', 'NotSupportedError')
  const stream = await devices.getUserMedia({
    audio: { echoCancellation: true, noiseSuppression: true, autoGainControl: true },
  })
  const [track] = stream.getAudioTracks()
  if (!track) throw new DOMException('no audio track', 'NotFoundError')
  return track
}
