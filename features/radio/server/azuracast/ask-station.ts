import { type AzuracastAnswer, azuracastAnswerSchema } from './answer.ts'
import { type CallLimits, callStation, parseAnswer, StationFault } from './call-station.ts'

/**
 * Asks an AzuraCast once what is on.
 *
 * @param url Address of the installation, with or without a path before `/api`.
 * @throws StationFault for whatever is not a whole, sound answer within the time.
 */
export async function askStation(url: string, station: string, limits: CallLimits): Promise<AzuracastAnswer> {
  const address = new URL(`${url.replace(/\/+$/, '')}/api/nowplaying/${encodeURIComponent(station)}`)
  const body = await read(address, limits)
  const parsed = azuracastAnswerSchema.safeParse(body)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new StationFault(`the answer is not one of AzuraCast (${issue?.path.join('.') || 'as a whole'})`)
}

async function read(address: URL, limits: CallLimits): Promise<unknown> {
  const { status, body } = await callStation(address, limits)
  if (status !== 200) throw new StationFault(`it answered ${status}`)
  return parseAnswer(body)
}
