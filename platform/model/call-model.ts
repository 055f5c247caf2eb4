import { z } from 'zod'
import type { ModelSettings } from './model-settings.ts'
import type { LanguageModel } from 'ai'

/** Anybody's answer is over after so many bytes. */
const maxBytes = 2 * 1024 * 1024

/** Thrown while reading an answer that does not end. */
class TooLongAnswerError extends Error {
  constructor() {
    super(`The answer is longer than ${maxBytes} bytes.`)
    this.name = 'TooLongAnswerError'
  }
}

/**
 * `fetch` for a model's address: a redirect would carry the key to somebody else, so none is followed, and what comes
 * is read up to 2 MB.
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
 * The client of one model; loaded when it is needed, since most sites ask none.
 *
 * @param takesSchema Whether it can be held to a schema; some that speak as OpenAI does only know that JSON is wanted.
 */
async function openModel(
  { provider, model, key, baseUrl }: ModelSettings,
  takesSchema: boolean,
): Promise<LanguageModel> {
  // Addresses are always named: left out, they would be read from environment names that are none of ours.
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

/** What a model is asked. */
export type ModelRequest<Answer> = {
  /** What the answer is called; some providers show it to the model. */
  name: string
  /** All fields of all objects are needed, without bounds: not every provider can hold a model to them. */
  schema: z.ZodType<Answer>
  /** What it is to do. */
  instructions: string
  /** What it is to do it with. */
  material: string
  /** Ends the waiting early. */
  signal?: AbortSignal | undefined
  timeoutMs?: number
  /** Number of retries of a failed call, 1 by default; each comes seconds later unless the provider says when. */
  retries?: number
}

/** An answer of the asked shape, or in words why there is none; they complete 'The model gave no answer: …'. */
export type ModelResult<Answer> = { ok: true; answer: Answer } | { ok: false; why: string }

/** Reasoning counts, too. */
const maxTokens = 8_000

/**
 * Asks a model for an answer of a given shape. Never rejects; what goes wrong is told without any of the provider's
 * words.
 */
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
  // Its advice to programmers is nothing for the owner's console.
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
