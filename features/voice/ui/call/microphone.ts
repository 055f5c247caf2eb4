/** Error message if the agent's client cannot be loaded or connected. */
export const widgetFailed = 'Failed to load conversation widget. Please refresh and try again.'

const noSupport =
  'Your browser does not support microphone access. Please use a modern browser like Chrome, Firefox, or Safari.'

const problems: Record<string, string> = {
  NotAllowedError: 'Microphone access denied. Please allow microphone access in the address bar and try again.',
  NotFoundError: 'No microphone found. Please connect a microphone and try again.',
  NotReadableError: 'Your microphone is in use. Please close other apps using it and try again.',
}

/** Error names that mean the same in other browsers. */
const sameAs: Record<string, string> = {
  SecurityError: 'NotAllowedError',
  OverconstrainedError: 'NotFoundError',
  AbortError: 'NotReadableError',
}

/** The microphone was refused to the agent's client although the probe had been allowed. */
export class MicrophoneRefused extends Error {
  constructor(cause: unknown) {
    super(microphoneProblem(cause), { cause })
  }
}

/** Returns the error message for a refused microphone. */
export function microphoneProblem(error: unknown): string {
  const name = error instanceof Error || error instanceof DOMException ? error.name : ''
  return problems[sameAs[name] ?? name] ?? 'Unable to access microphone. Please check your browser settings.'
}

/**
 * Requests the microphone and releases it at once, so that the device does not stay busy.
 *
 * @returns The specified error message; undefined if the microphone may be used.
 */
export async function probeMicrophone(
  devices: Partial<Pick<MediaDevices, 'getUserMedia'>> | undefined,
): Promise<string | undefined> {
  if (!devices?.getUserMedia) return noSupport
  try {
    const stream = await devices.getUserMedia({ audio: true })
    for (const track of stream.getTracks()) track.stop()
    return undefined
  } catch (error) {
    return microphoneProblem(error)
  }
}
