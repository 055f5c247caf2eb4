import { z } from 'zod'
import type { ModelSettings } from './model-settings.ts'
import type { LanguageModel } from 'ai'

/** Maximum size of a response, in bytes. */
const maxBytes = 2 * 1024 * 1024

/** Thrown when a response exceeds the maximum size. */
class TooLongAnswerError extends Error {
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
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of response.body) {
    bytes += part.byteLength
    if (bytes > maxBytes) throw new TooLongAnswerError()
    parts.push(part)
  }
  return new Response(Buffer.concat(parts), { status: response.status, headers: response.headers })
}

/**
 * Creates the client of a model; loaded on demand, since most sites use none.
 *
 * @param takesSchema Whether the API supports schemas; some OpenAI-compatible APIs only support JSON mode.
 */
async function openModel(
  { provider, model, key, baseUrl }: ModelSettings,
  takesSchema: boolean,
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
        supportsStructuredOutputs: takesSchema,
      }
      return createOpenAICompatible(key ? { ...options, apiKey: key } : options)(model)
    }
  }
}

/** A request to a model. */
export type ModelRequest<Answer> = {
  /** Name of the output; some providers show it to the model. */
  name: string
  /** Schema of the output. Use required fields without bounds only: not every provider supports more. */
  schema: z.ZodType<Answer>
  /** Instructions (system prompt). */
  instructions: string
  /** Input of the request. */
  material: string
  /** Cancels the request. */
  signal?: AbortSignal | undefined
  timeoutMs?: number
  /** Number of retries of a failed call, 1 by default; each comes seconds later unless the provider says when. */
  retries?: number
}

/** The output, or the user-facing reason for a failure. */
export type ModelResult<Answer> = { ok: true; answer: Answer } | { ok: false; why: string }

/** Includes reasoning tokens. */
const maxTokens = 8_000

/** Requests structured output from a model. Never rejects; errors contain no text of the provider. */
export async function callModel<Answer>(
  settings: ModelSettings,
  question: ModelRequest<Answer>,
): Promise<ModelResult<Answer>> {
  const { signal, timeoutMs = 60_000 } = question
  const ends = AbortSignal.timeout(timeoutMs)
  const { refusesSchema, modelErrorMessage } = await import('./model-error.ts')
  const until = signal ? AbortSignal.any([signal, ends]) : ends
  const ask = (takesSchema: boolean) => askOnce(settings, question, { takesSchema, until })
  try {
    const answer = await ask(true).catch((error: unknown) => {
      if (settings.provider !== 'openai-compatible' || !refusesSchema(error)) throw error
      return ask(false)
    })
    return { ok: true, answer }
  } catch (error) {
    if (ends.aborted) return { ok: false, why: `no response within ${timeoutMs / 1000} s` }
    if (signal?.aborted) return { ok: false, why: 'the request was cancelled' }
    return { ok: false, why: modelErrorMessage(error) }
  }
}

async function askOnce<Answer>(
  settings: ModelSettings,
  { name, schema, instructions, material, retries = 1 }: ModelRequest<Answer>,
  { takesSchema, until }: { takesSchema: boolean; until: AbortSignal },
): Promise<Answer> {
  const { generateText, Output } = await import('ai')
  // Disables warnings of the SDK.
  Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false })
  const shape = takesSchema
    ? ''
    : `\n\nAnswer with JSON alone, of this schema: ${JSON.stringify(z.toJSONSchema(schema))}`
  const { output } = await generateText({
    model: await openModel(settings, takesSchema),
    output: Output.object({ name, schema }),
    instructions: instructions + shape,
    prompt: material,
    maxOutputTokens: maxTokens,
    maxRetries: retries,
    abortSignal: until,
    telemetry: { isEnabled: false },
    providerOptions: { openai: { store: false } },
  })
  return output
}
