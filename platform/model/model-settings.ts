import type { Config } from '#platform/config.ts'

/** Which model is asked, and how. */
export type ModelSettings = {
  provider: 'openai' | 'anthropic' | 'openai-compatible'
  /** The model as its provider names it. */
  model: string
  key: string | undefined
  /** Instead of the provider's own address. */
  baseUrl: string | undefined
}

/**
 * What the configuration says of a model.
 *
 * @returns undefined where none is configured.
 */
export function modelSettings(config: Config): ModelSettings | undefined {
  const { LLM_PROVIDER: provider, LLM_MODEL: model, LLM_API_KEY: key, LLM_BASE_URL: baseUrl } = config
  return provider && model ? { provider, model, key, baseUrl } : undefined
}
