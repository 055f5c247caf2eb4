import { externalErrorMessage } from './external-error.ts'
import { openPage, within } from './open-page.ts'

/** Bytes of a response with an image type, or the user-facing reason why there are none. */
export type FetchedImage = { ok: true; bytes: Buffer } | { ok: false; why: string }

type ImageRules = { localHosts?: readonly string[]; timeoutMs?: number; maxBytes?: number }

/**
 * Fetches an image without decoding it. Never rejects.
 *
 * @see platform/http-client/open-page.ts for the addresses that are allowed
 */
export async function fetchImage(address: string, rules: ImageRules = {}): Promise<FetchedImage> {
  const { localHosts = [], timeoutMs = 10_000, maxBytes = 2 * 1024 * 1024 } = rules
  try {
    return await within(timeoutMs, async (signal): Promise<FetchedImage> => {
      const opened = await openPage(address, {
        localHosts,
        headers: { 'user-agent': 'Swade poster', 'accept': 'image/*' },
        signal,
      })
      if (!opened.ok) return opened
      const { response } = opened
      const fail = (why: string): FetchedImage => {
        response.destroy()
        return { ok: false, why }
      }
      if (response.statusCode !== 200) return fail(`the server returned status ${response.statusCode}`)
      if (!/^image\/(jpeg|png|webp)\b/i.test(response.headers['content-type'] ?? ''))
        return fail('the response is not an image')
      const chunks: Buffer[] = []
      let length = 0
      for await (const chunk of response as AsyncIterable<Buffer>) {
        length += chunk.length
        if (length > maxBytes) return fail('the image is too large')
        chunks.push(chunk)
      }
      return { ok: true, bytes: Buffer.concat(chunks) }
    })
  } catch (error) {
    return { ok: false, why: externalErrorMessage(error) }
  }
}
