import type { LanguageModel } from 'ai'
import { cappedFetch } from './capped-fetch.ts'
import type { ModelSettings } from './model-settings.ts'

/**
 * The client of one model; loaded when it is needed, since most sites ask none.
 *
 * @param takesSchema Whether it can be held to a schema; some that speak as OpenAI does only know that JSON is wanted.
 */
export async function openModel({ provider, model, key, baseUrl }: ModelSettings, takesSchema: boolean): Promise<LanguageModel> {
  // Addresses are always named: left out, they would be read from environment names that are none of ours.
  switch (provider) {
    case 'openai': {
      const { createOpenAI } = await import('@ai-sdk/openai')
      return createOpenAI({ apiKey: key ?? '', baseURL: baseUrl ?? 'https://api.openai.com/v1', fetch: cappedFetch })(model)
    }
    case 'anthropic': {
      const { createAnthropic } = await import('@ai-sdk/anthropic')
      return createAnthropic({ apiKey: key ?? '', baseURL: baseUrl ?? 'https://api.anthropic.com/v1', fetch: cappedFetch })(model)
    }
    case 'openai-compatible': {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
      const options = { name: 'model', baseURL: baseUrl ?? '', fetch: cappedFetch, supportsStructuredOutputs: takesSchema }
      return createOpenAICompatible(key ? { ...options, apiKey: key } : options)(model)
    }
  }
}
