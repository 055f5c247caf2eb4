import { z } from 'zod'
import type { ModelSettings } from './model-settings.ts'
import type { LanguageModel } from 'ai'

/** Maximum size of a response, in bytes. */
const maxBytes = 2 * 1024 * 1024

/** Thrown when a response exceeds the maximum size. */
class ResponseTooLargeError extends Error {
  constructor() {
    super(`The answer is longer than ${maxBytes} bytes.`)
    this.name = 'TooLongAnswerError'
  }
}

/**
 * `fetch` for model requests: it follows no redirects, which could leak the key, and reads at most 2 MB.
 *
 * @throws TooLongAnswerError
 */
const cappedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: 'error' })
  if (!response.body) return response
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body) {
    bytes += chunk.byteLength
    if (bytes > maxBytes) throw new ResponseTooLargeError()
    chunks.push(chunk)
  }
  return new Response(Buffer.concat(chunks), { status: response.status, headers: response.headers })
}

/**
 * Creates the client of a model; loaded on demand, since most sites use none.
 *
 * @param takesSchema Whether the API supports schemas; some OpenAI-compatible APIs only support JSON mode.
 */
async function createModel(
  { provider, model, key, baseUrl }: ModelSettings,
  supportsSchema: boolean,
): Promise<LanguageModel> {
  // Always pass the base URL; otherwise the SDK reads its own environment variables.
  switch (provider) {
    case 'openai': {
      const { createOpenAI } = await import('@ai-sdk/openai')
      return createOpenAI({ apiKey: key ?? '', baseURL: baseUrl ?? 'https://api.openai.com/v1', fetch: cappedFetch })(
        model,
      )
    }
    case 'anthropic': {
      const { createAnthropic } = await import('@ai-sdk/anthropic')
      return createAnthropic({
        apiKey: key ?? '',
        baseURL: baseUrl ?? 'https://api.anthropic.com/v1',
        fetch: cappedFetch,
      })(model)
    }
    case 'openai-compatible': {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
      const options = {
        name: 'model',
        baseURL: baseUrl ?? '',
        fetch: cappedFetch,
        supportsStructuredOutputs: supportsSchema,
      }
      return createOpenAICompatible(key ? { ...options, apiKey: key } : options)(model)
    }
  }
}

/** A request to a model. */
type ModelRequest<Output> = {
  /** Name of the output; some providers show it to the model. */
  name: string
  /** Schema of the output. Use required fields without bounds only: not every provider supports more. */
  schema: z.ZodType<Output>
  /** Instructions (system prompt). */
  instructions: string
  /** Input of the request. */
  input: string
  /** Cancels the request. */
  signal?: AbortSignal | undefined
  timeoutMs?: number
  /** Number of retries of a failed call, 1 by default; each comes seconds later unless the provider says when. */
  retries?: number
}

/** The output, or the user-facing reason for a failure. */
export type ModelResult<Output> = { ok: true; answer: Output } | { ok: false; why: string }

/** Includes reasoning tokens. */
const maxTokens = 8_000

/** Requests structured output from a model. Never rejects; errors contain no text of the provider. */
export async function callModel<Output>(
  settings: ModelSettings,
  modelRequest: ModelRequest<Output>,
): Promise<ModelResult<Output>> {
  const { signal, timeoutMs = 60_000 } = modelRequest
  const timeout = AbortSignal.timeout(timeoutMs)
  const { refusesSchema, modelErrorMessage } = await import('./model-error.ts')
  const abortSignal = signal ? AbortSignal.any([signal, timeout]) : timeout
  const request = (supportsSchema: boolean) => requestOnce(settings, modelRequest, { supportsSchema, abortSignal })
  try {
    const answer = await request(true).catch((error: unknown) => {
      if (settings.provider !== 'openai-compatible' || !refusesSchema(error)) throw error
      return request(false)
    })
    return { ok: true, answer }
  } catch (error) {
    if (timeout.aborted) return { ok: false, why: `no response within ${timeoutMs / 1000} s` }
    if (signal?.aborted) return { ok: false, why: 'the request was cancelled' }
    return { ok: false, why: modelErrorMessage(error) }
  }
}

async function requestOnce<Output>(
  settings: ModelSettings,
  { name, schema, instructions, input, retries = 1 }: ModelRequest<Output>,
  { supportsSchema, abortSignal }: { supportsSchema: boolean; abortSignal: AbortSignal },
): Promise<Output> {
  const { generateText, Output } = await import('ai')
  // Disables warnings of the SDK.
  Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false })
  const shape = supportsSchema
    ? ''
    : `\n\nAnswer with JSON alone, of this schema: ${JSON.stringify(z.toJSONSchema(schema))}`
  const { output } = await generateText({
    model: await createModel(settings, supportsSchema),
    output: Output.object({ name, schema }),
    instructions: instructions + shape,
    prompt: input,
    maxOutputTokens: maxTokens,
    maxRetries: retries,
    abortSignal: abortSignal,
    telemetry: { isEnabled: false },
    providerOptions: { openai: { store: false } },
  })
  return output
}
