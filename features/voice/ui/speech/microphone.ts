import type { SiteMessages } from '#shared/messages.ts'

/** Key of the message about a call that did not start or a message that was not sent. */
export type ProblemKey = keyof SiteMessages['voice']['problems']

const problems: Record<string, ProblemKey> = {
  NotAllowedError: 'denied',
  NotFoundError: 'no-microphone',
  NotReadableError: 'in-use',
}

/** Error names with the same meaning in other browsers. */
const sameAs: Record<string, string> = {
  SecurityError: 'NotAllowedError',
  OverconstrainedError: 'NotFoundError',
  AbortError: 'NotReadableError',
}

/** The microphone was denied to the agent's client although the probe had been allowed. */
export class MicrophoneRefused extends Error {
  readonly problem: ProblemKey

  constructor(cause: unknown) {
    const problem = microphoneProblem(cause)
    super(problem, { cause })
    this.problem = problem
  }
}

/** Returns the key of the message for a denied microphone. */
export function microphoneProblem(error: unknown): ProblemKey {
  const name = error instanceof Error || error instanceof DOMException ? error.name : ''
  return problems[sameAs[name] ?? name] ?? 'no-access'
}

/**
 * Requests the microphone and releases it at once, so that the device does not stay busy.
 *
 * @returns The key of the error message; undefined if the microphone may be used.
 */
export async function probeMicrophone(
  devices: Partial<Pick<MediaDevices, 'getUserMedia'>> | undefined,
): Promise<ProblemKey | undefined> {
  if (!devices?.getUserMedia) return 'no-support'
  try {
    const stream = await devices.getUserMedia({ audio: true })
    for (const track of stream.getTracks()) track.stop()
    return undefined
  } catch (error) {
    return microphoneProblem(error)
  }
}
